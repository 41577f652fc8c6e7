// The page as `npm start` builds it. Whoever starts it is to read nothing before it is ready, so a build that warns fails the tests.
import { build, createLogger } from 'vite';

const customLogger = createLogger('warn');
await build({ customLogger });
if (customLogger.hasWarned) {
  console.error('The build warns of what is above.');
  process.exitCode = 1;
}
