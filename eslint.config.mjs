import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
export default tseslint.config(
  { ignores: ['dist/**', 'out/**', '.vscode-test/**', 'node_modules/**', 'test/fixtures/**', 'plugin/**'] },
  {
    files: ['src/**/*.ts', 'test/**/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-console': 'error',
      // What is loaded when it is first needed, so that starting VS Code does not wait for it: at once, and only once.
      '@typescript-eslint/no-require-imports': [
        'error',
        {
          allow: [
            String.raw`^\./(?:afterStart|agentHooks|onDemand)\.js$`,
            '^(?:jsonc-parser|picomatch|\\./stateFormat|\\./folderFiles|\\./appServer|\\.\\./\\.\\./core/settings/parse/parse)$',
          ],
        },
      ],
      eqeqeq: 'error',
      curly: 'error',
    },
  },
  {
    files: ['{src,test,scripts,bench}/**/*.ts', 'api/**/*.d.ts', '{test,scripts,bench}/**/*.{js,mjs}'],
    // Of these, regular expressions that can't be written over several lines.
    ignores: ['src/engine/facts/patterns/languages.ts', 'src/core/words/secrets/secret{Names,Commands,Shapes}.ts'],
    languageOptions: { parser: tseslint.parser },
    rules: { 'max-len': ['error', 120] },
  },
  {
    // A file is one noun of the trade, and its thought stays together; one that is longer holds several.
    files: ['src/**/*.ts'],
    rules: { 'max-lines': ['error', 500] },
  },
  {
    // Each reaches its helpers through a namespace, which would bring some kB of unused ones into the bundle.
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['catch', 'core', 'iso', 'regexes', 'coerce', 'locales'].map((property) => ({ object: 'z', property })),
      ],
    },
  },
  {
    // What an agent writes may stand in these texts, and VS Code reads markup in them.
    files: ['src/**/*.ts'],
    ignores: ['src/vscode/host/prompts.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MemberExpression[object.property.name="window"]' +
            '[property.name=/^(?:show(?:Information|Warning|Error)Message|showQuickPick|setStatusBarMessage|withProgress)$/]',
          message: 'Show it by src/vscode/host/prompts.ts.',
        },
      ],
    },
  },
  {
    // What these expressions read comes from models, tools and files: none may take more than linear time.
    files: ['src/**/*.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false, ignorePartial: false }],
    },
  },
  {
    // A row that takes a part away looks for nothing behind it. Its own test says whether it is linear.
    files: ['src/engine/facts/patterns/*.ts'],
    rules: { 'regexp/no-super-linear-move': ['error', { report: 'certain', ignorePartial: true }] },
  },
  {
    files: ['test/**/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
);
