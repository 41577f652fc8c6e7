/** Imported before any schema is made: zod would otherwise try whether code from strings may run, which a strict policy forbids and reports. */
import { config } from 'zod';

config({ jitless: true });
