import { InvalidArgumentError, Option } from 'commander';

/** For commander: a number from 0 up. Throws `InvalidArgumentError`. */
export function toCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a number from 0 up.');
  return Number(text);
}

/** Can be given several times. */
export function contentFolder(): Option {
  return new Option('--content <dir>', 'folder of Markdown, one or more (default: content)').argParser(
    (folder: string, before: readonly string[] = []) => [...before, folder],
  );
}

export function outFolder(): Option {
  return new Option('--out <dir>', 'folder of the release (default: public)');
}

export function objectStore(): Option {
  return new Option('--store <address>', 'an object store instead of a folder: s3://BUCKET/PREFIX').conflicts('out');
}

export function alone(): Option {
  return new Option('--alone', 'write to a store without conditional requests: nobody else writes there meanwhile');
}

export function keepGoing(): Option {
  return new Option('--keep-going', 'skip invalid files and publish all others (setting: invalid: skip)');
}

export function allowEmpty(): Option {
  return new Option('--allow-empty', 'write a release without articles, even where the last one had some');
}

export function all(): Option {
  return new Option('--all', 'print every problem and every change, not only the first of each kind');
}

interface Given {
  keepGoing?: true;
  allowEmpty?: true;
  all?: true;
}

/** Options that are settings, apart from others. */
export function splitFlags({ keepGoing: isGoing, allowEmpty: mayBeEmpty, all: isAll, ...rest }: Given) {
  const settings = { ...rest, ...(isGoing && { invalid: 'skip' }) };
  return { settings, allowEmpty: mayBeEmpty === true, isAll: isAll === true };
}
