/** Mean and spread in double precision: in float32, equal scores can differ from their own mean and a tiny spread then makes up to 1 out of it. */

/** NaN for no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sample standard deviation (n − 1); 1 for a single value. */
export function spread(values: readonly number[]): number {
  if (values.length < 2) return 1;
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
}
