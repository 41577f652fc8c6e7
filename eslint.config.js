import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The rooms of the code and, for each, the rooms it may import from (see README, "How the code is laid out"). */
const mayImport = {
  worlds: [],
  policy: [],
  trial: ['worlds', 'policy'],
  learning: ['worlds', 'policy', 'trial'],
  experiment: ['worlds', 'policy', 'trial', 'learning'],
  platform: ['worlds', 'policy', 'trial', 'learning', 'experiment'],
  app: ['worlds', 'policy', 'trial', 'learning', 'experiment', 'platform'],
  cli: ['worlds', 'policy', 'trial', 'learning', 'experiment', 'platform'],
};

const rooms = Object.keys(mayImport);
/** Pure rooms know no browser, no Node, no React, no runtime and no clock: all that they may have from outside. */
const pure = ['worlds', 'policy', 'trial', 'learning', 'experiment'];
const purePackages = ['pure-rand', 'zod', 'fflate', '@huggingface/jinja', '@huggingface/tokenizers'];
const impureGlobals = [
  'window', 'document', 'navigator', 'location', 'localStorage', 'sessionStorage', 'indexedDB', 'fetch', 'WebSocket', 'Worker', 'process', 'Buffer',
  'setTimeout', 'setInterval', 'setImmediate', 'requestAnimationFrame', 'performance', 'Date',
];

const borders = rooms.map((room) => {
  const forbidden = rooms.filter((other) => other !== room && !mayImport[room].includes(other)).join('|');
  const across = `src/${room} must not import from there: imports go one way.`;
  const outside = `src/${room} is pure: side effects live in platform, app and cli.`;
  const patterns = [{ regex: `^(\\.\\./)+(${forbidden})(/|$)`, message: across }];
  if (pure.includes(room)) patterns.push({ regex: `^(?!\\.)(?!(${purePackages.join('|')})(/|$))`, message: outside });
  // what is fetched later, and types that are named in place, are imports too
  const later = `[value=/^(\\.\\.\\u002f)+(${forbidden})(\\u002f|$)/]`;
  return {
    files: [`src/${room}/**/*.{ts,tsx}`],
    ignores: ['**/*.test.ts', '**/*.test.tsx', '**/*.bench.ts', '**/fixtures/**'],
    rules: {
      'no-restricted-imports': ['error', { patterns }],
      'no-restricted-syntax': ['error', { selector: `ImportExpression > Literal${later}`, message: across }, { selector: `TSImportType Literal${later}`, message: across }],
      ...(pure.includes(room) && { 'no-restricted-globals': ['error', ...impureGlobals.map((name) => ({ name, message: outside }))] }),
    },
  };
});

export default tseslint.config(
  { ignores: ['dist', 'node_modules', '.cache', 'runs', 'test-results', 'playwright-report'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': ['error', { allow: ['warn', 'error'] }],
    },
  },
  { files: ['src/app/**/*.{ts,tsx}'], plugins: { 'react-hooks': reactHooks }, rules: reactHooks.configs.recommended.rules },
  ...borders,
  { files: ['**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);
