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
/** Pure rooms know no browser, no Node, no React and no runtime. */
const pure = ['worlds', 'policy', 'trial', 'learning', 'experiment'];

const borders = rooms.map((room) => {
  const forbidden = rooms.filter((other) => other !== room && !mayImport[room].includes(other));
  const patterns = [
    { regex: `^(\\.\\./)+(${forbidden.join('|')})(/|$)`, message: `src/${room} must not import from there: imports go one way.` },
  ];
  if (pure.includes(room)) {
    patterns.push({ regex: '^(react|react-dom|zustand|idb|onnxruntime-.*|node:.*)(/|$)', message: `src/${room} is pure: side effects live in platform, app and cli.` });
  }
  return {
    files: [`src/${room}/**/*.{ts,tsx}`],
    ignores: ['**/*.test.ts', '**/*.test.tsx', '**/*.bench.ts', '**/fixtures/**'],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
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
