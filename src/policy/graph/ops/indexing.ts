/** Picking rows and elements by index. */
import type { Value } from '../builder.ts';
import { fail, expectType } from './check.ts';
import { cast } from './elementwise.ts';
import { reshape, zerosLike } from './shape.ts';
import { size } from '../dims.ts';

/** Rows of a table [N, ...] by i32 index of any shape → [...index, ...]. Its gradient adds up rows taken several times. */
export function gather(table: Value, index: Value): Value {
  expectType('Gather', [index], 'int32');
  const rest = table.dims.slice(1);
  return table.graph.one(
    {
      op: 'Gather',
      inputs: [table, index],
      attributes: { axis: { i: 0 } },
      backward: ([dy]) => {
        const count = size(index.dims);
        return [dy && scatterAdd(zerosLike(table), reshape(index, [count]), reshape(dy, [count, ...rest])), undefined];
      },
    },
    table.type,
    [...index.dims, ...rest],
  );
}

/** table[index[i]] += rows[i], for rows [R, ...] and index i32 [R]. */
export function scatterAdd(table: Value, index: Value, rows: Value): Value {
  if (index.dims.length !== 1 || index.dims[0] !== rows.dims[0]) fail('ScatterND', [table, index, rows], 'needs one index per row.');
  // the operator is defined for i64 indices only; cast last, because WebGPU moves no i64
  const at = cast(reshape(index, [index.dims[0], 1]), 'int64');
  return table.graph.one(
    {
      op: 'ScatterND',
      inputs: [table, at, rows],
      attributes: { reduction: { s: 'add' } },
      backward: ([dy]) => [dy, undefined, dy && gather(dy, index)],
    },
    table.type,
    table.dims,
  );
}

/** x[r, index[r]] of a matrix → [R, 1]. No gradient of its own; see tokenLogProbs. */
export function pick(x: Value, index: Value): Value {
  if (x.dims.length !== 2 || index.dims.length !== 1 || index.dims[0] !== x.dims[0]) fail('GatherElements', [x, index], 'needs one column per row.');
  const column = reshape(index, [index.dims[0], 1]);
  return x.graph.one({ op: 'GatherElements', inputs: [x, column], attributes: { axis: { i: 1 } } }, x.type, column.dims);
}
