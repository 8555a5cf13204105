import { constants, deflateRawSync } from 'node:zlib';

/**
 * A deflate stream that needs nothing before it but the dictionary, and that ends with the header of a stored block: whatever comes next, a comma or the end
 * of a response, is that block's text. Levels above 6 save a thousandth.
 */
export function toStream(bytes: Buffer, dictionary: Buffer = nothing, level = 6): Buffer {
  // The least that gives the same bytes: a window for the text and the longest match, memory for as many symbols, and more room than the
  // result takes, since zlib writes its end marker twice where there is none left. What is allocated takes longer than a short text.
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(dictionary.length + bytes.length + 262))));
  const memLevel = Math.min(8, windowBits - 6);
  const before = dictionary.length === 0 ? {} : { dictionary };
  const deflated = deflateRawSync(bytes, {
    ...options,
    ...before,
    level,
    windowBits,
    memLevel,
    chunkSize: bytes.length + 64,
  });
  return deflated.subarray(0, -flushed);
}

const options = { finishFlush: constants.Z_FULL_FLUSH };

/** What a full flush writes behind the header of its empty stored block: a length of 0, twice. */
const flushed = 4;

const nothing = Buffer.alloc(0);
