import fc from 'fast-check';

// The same cases on every run, so that a failure is of the change at hand; FAST_CHECK_SEED looks elsewhere.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 1) });
