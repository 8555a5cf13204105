import type { ContentOptions } from '../front-matter/options.ts';
import type { FindHeader } from '../front-matter/parse/fence.ts';
import type { BodyDialect, BodyExtension } from '../markdown/body-dialect.ts';
import type { FindNamed } from '../source/source-file.ts';
import type { RuleCollector } from './collect-rules.ts';
import type { HidingWay } from './hiding.ts';
import type { DialectFolder } from './open-folder.ts';

/**
 * How another program writes. All that a dialect reads is read in every folder, except what it keeps for folders of its
 * own.
 */
export interface Dialect {
  /** As galley.config.yaml has it. */
  name: string;
  /** As people call the program. */
  title: string;
  /** For the guide, in Markdown: what is read, and what becomes of it. */
  guide: { reads: string; becomes: string };
  /**
   * Files and folders of which one shows that the content was written with this program. It lies at the top of the
   * content folder, or in a folder above it up to the project's.
   */
  detectedBy?: readonly Sign[];
  /** The same of another program, which has such files and folders too. */
  notDetectedBy?: readonly Sign[];
  /** The name of another program that has such files and folders too: where that is detected, this one is not. */
  yieldsTo?: string;
  /** For the guide: the ways in which the program hides what it does not publish. */
  hidingWays?: readonly HidingWay[];
  /**
   * Which of its settings names the time zone of dates that name none. `plainInUtc`: moments with seconds that stand
   * without quotes are in UTC all the same.
   */
  timeZone?: { files: readonly string[]; key: string; plainInUtc?: true };
  /**
   * The folder of daily notes, which may be private, in the one that shows the program; null where its settings name
   * none.
   */
  dailyNotes?(folder: string): string | null;
  /**
   * Paths, from the top of the project on, of files in the content folder of which one is enough for `hides` to be
   * asked.
   */
  hidesBy?: RegExp;
  /** Loads what finds out what the program would not publish. Its settings are data, and nothing of them is run. */
  hides?(): Promise<{ hides(folder: DialectFolder, found: RuleCollector): void }>;
  /** In a folder that was detected, the rule by which all else beside an `index.md` and below is its resource. */
  bundles?: string;
  /** Finds front matter that is not fenced. */
  header?: FindHeader;
  /**
   * What holds for the files of a content folder. `folder` is the one that shows the program, null where it was not
   * detected.
   */
  files?(
    content: string,
    folder: string | null,
  ): Partial<Pick<ContentOptions, 'exclude' | 'templates' | 'numbered' | 'hasTemplates'>>;
  /**
   * What a body holds where extensions, `toAddress`, `prepare` or `changeToken` have anything to do: without any of it,
   * none is called.
   */
  triggers?: BodyDialect['triggers'];
  /** The same in a folder that was detected. */
  ownTriggers?: BodyDialect['triggers'];
  /** Rules of marked; `isDetected` says whether the folder was detected as one of this program. */
  extensions?(isDetected: boolean): readonly BodyExtension[];
  toAddress?: BodyDialect['toAddress'];
  prepare?: BodyDialect['prepare'];
  /** `isDetected` says whether the folder was detected as one of this program. */
  hiding?(isDetected: boolean): BodyDialect['hiding'];
  changeToken?: BodyDialect['changeToken'];
  /** In a folder that was detected. */
  endsHtml?: boolean;
  /** In a folder that was detected. */
  dollars?: BodyDialect['dollars'];
  /**
   * Whether each line of a paragraph breaks at its end, in a folder that was detected. `folders` may hold settings: the
   * content folder, and those above it.
   */
  lineBreaks?(folders: readonly string[]): boolean;
  /** What stays in the text and readers would miss. */
  leftovers?: BodyDialect['leftovers'];
  /** The path of what the file at a path is the translation of; null where its path does not say it. */
  originalOf?(path: string): string | null;
  /** Makes what finds the file that a link names. `pages` are the paths of articles. */
  nameFinder?(content: string, folders: readonly string[], pages: () => Iterable<string>): FindNamed;
}

/**
 * A glob of the name of a file or a folder, or two names with `/`; of a file that many programs have, also what
 * only that of this one holds.
 */
export type Sign = string | readonly [name: string, holds: RegExp];

/** What holds for the dialects of a content folder, by their names; threads are sent it. */
export interface FoundDialects {
  /** Those of the program that the folder was written with. */
  detected: readonly string[];
  /** Programs whose rules are not known, as people call them. */
  others?: readonly string[];
  /** Those that are not read. */
  off: readonly string[];
  /** The folders that show those that were detected, by their names; relative to the content folder. */
  folders?: Readonly<Record<string, string>>;
  /** The top of the project, relative to the content folder; '' is that itself. */
  above?: string;
  /** The content folder, relative to the top of the project. */
  within?: string;
  /** Whether each line of a paragraph breaks at its end. */
  lineBreaks?: true | undefined;
  /** The time zone of the site's settings, and the file, from the top of the project on. */
  timeZone?: FoundTimeZone;
  /** The folder of daily notes in the content folder. */
  dailyNotes?: string;
}

export interface FoundTimeZone {
  name: string;
  from: string;
  plainInUtc?: true;
}
