/** Links to trials: made, read, and told in advance what they hold. */
export { describeLink, type LinkContents } from './describe.ts';
export { LinkError, type LinkProblem } from './error.ts';
export { hasLink, meansLink } from './address.ts';
export { decodeLink, encodeLink, linkVersion, longestLink, type Link, type LinkOptions } from './link.ts';
export type { Moment } from './version1Sections.ts';
