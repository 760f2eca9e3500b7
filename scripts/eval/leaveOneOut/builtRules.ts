/** What {@link builtRules} builds: the detectors alone, which judge evidence that another engine has collected. */
export { detectorsFor, strongestFinding } from '../../../src/engine/rules/registry';
