/** What {@link builtRules} builds: only the detectors, which get evidence from another engine. */
export { detectorsFor, strongestFinding } from '../../../src/engine/rules/registry';
