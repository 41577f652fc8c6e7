export { merged } from '../policy/files/merge.ts';
