import type { ContentOptions } from '../front-matter/options.ts';
import type { FindHeader } from '../front-matter/parse/fence.ts';
import type { BodyDialect } from '../markdown/body-dialect.ts';
import type { FindNamed } from '../source/source-file.ts';
import type { RuleCollector } from './collect-rules.ts';
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
  /** What shows that a folder was written with the program: it is detected there. */
  signs?: Signs;
  /** What is read of the program's settings where it is detected. They are data, and nothing of them is run. */
  settings?: ProgramSettings;
  /** How what the program would not publish is found out. */
  hides?: Hiding;
  /**
   * What holds for the files of a content folder. `folder` is the one that shows the program, null where it was not
   * detected.
   */
  files?(
    content: string,
    folder: string | null,
  ): Partial<Pick<ContentOptions, 'exclude' | 'templates' | 'numbered' | 'hasTemplates'>>;
  /** Finds front matter that is not fenced. */
  header?: FindHeader;
  /** How bodies are written in a folder where the program was detected, or was not. */
  body?(isDetected: boolean): Partial<Omit<BodyDialect, 'key'>>;
  /** How names stand for files. */
  names?: FileNames;
}

export interface Signs {
  /**
   * Files and folders of which one shows the program. It lies at the top of the content folder, or in a folder above it
   * up to the project's.
   */
  any: readonly Sign[];
  /** The same of another program, which has such files and folders too. */
  not?: readonly Sign[];
  /** The name of another program that has such files and folders too: where that is detected, this one is not. */
  yieldsTo?: string;
}

/**
 * A glob of the name of a file or a folder, or two names with `/`; of a file that many programs have, also what
 * only that of this one holds.
 */
export type Sign = string | readonly [name: string, holds: RegExp];

export interface ProgramSettings {
  /**
   * Which of them names the time zone of dates that name none. `plainInUtc`: moments with seconds that stand without
   * quotes are in UTC all the same.
   */
  timeZone?: { files: readonly string[]; key: string; plainInUtc?: true };
  /**
   * The folder of daily notes, which may be private, in the one that shows the program; null where its settings name
   * none.
   */
  dailyNotes?(folder: string): string | null;
  /** Whether each line of a paragraph breaks at its end. `folders`: that of the content, and those above it. */
  lineBreaks?(folders: readonly string[]): boolean;
}

export interface Hiding {
  /** Loads what finds it out, and the ways in which the program hides. */
  load(): Promise<{ ways: readonly HidingWay[]; hides: FindHidden }>;
  /**
   * Paths, from the top of the project on, of files in the content folder of which one is enough to ask where the
   * program was not detected.
   */
  by?: RegExp;
  /** In a folder that was detected, the rule by which all else beside an `index.md` and below is its resource. */
  bundles?: string;
}

/** Collects what the settings in a folder hide. */
export type FindHidden = (folder: DialectFolder, found: RuleCollector) => void;

/** One way in which a program hides what it does not publish, for the guide. */
export type HidingWay = readonly [
  /** In Markdown. */
  way: string,
  /** Whether it is read; reported in the summary where it is used, since it is code; or hides no article. */
  outcome: 'read' | 'reported' | 'not applicable',
  /** Of what is read: the name of its rule, or the key of front matter. Else the reason, in Markdown. */
  by: string,
];

export interface FileNames {
  /** Makes what finds the file that a link names. `pages` are the paths of articles. */
  finder?(content: string, folders: readonly string[], pages: () => Iterable<string>): FindNamed;
  /** The path of what the file at a path is the translation of; null where its path does not say it. */
  originalOf?(path: string): string | null;
}

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
