/** Imported before any schema is made: zod would otherwise try whether code from strings may run, which the page's policy forbids. */
import { config } from 'zod';

config({ jitless: true });
