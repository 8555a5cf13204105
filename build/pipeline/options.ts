import type { FoundDialects, FoundTimeZone } from '../dialects/dialect.ts';
import type { UnreadSetting } from '../dialects/hiding.ts';
import type { ContentOptions } from '../front-matter/options.ts';
import type { Problem } from '../problems/problem.ts';
import type { Changes } from '../release/changes/changes.ts';
import type { ServiceInfo } from '../release/description/service-info.ts';
import type { Written } from '../release/disk/find-missing.ts';
import type { PublishedSource } from '../release/disk/find-published.ts';
import type { DryRun } from '../release/disk/write-release.ts';
import type { ReleasePlan } from '../release/layout/plan-release.ts';
import type { Keep } from '../release/ledger/kept-entries.ts';
import type { CommitOf } from '../source/git-dates.ts';
import type { HidingRule } from './find-hiding.ts';
import type { StoredArticle } from './incremental/file-record.ts';

/** What is built, and where. */
export interface BuildOptions {
  /** Folder of Markdown. */
  content: string;
  /** Where the release goes: public files at its top, the release under `api/v1`. */
  out: string;
  /** Folder of the store of earlier builds; it may go at any time. */
  cache: string;
  /** Scheme and authority, without a trailing slash. */
  site: string;
  /** What a link to another Markdown file becomes; `{site}` and `{slug}` are filled in. */
  articleUrl: string;
  trustedHtml: boolean;
  /** Whether it is a release of drafts: see `ContentOptions`. By default it is the public one. */
  drafts?: boolean;
  /** Whether a file with errors is skipped, as it is by default, or stops the build. */
  invalid?: 'fail' | 'skip';
  /** Where the last release is, of which the articles of invalid files stay; by default in `out`. */
  published?: PublishedSource;
  /** Whether a release without articles may follow one with some; by default it may not. */
  allowEmpty?: boolean;
  /** Which releases are kept; by default `defaultKeep`. */
  keep?: Keep;
  /** By default `defaultContentOptions`. */
  contentOptions?: ContentOptions;
  /** By default `plainInfo`. */
  info?: ServiceInfo;
  /** Which dialects the content is written in; by default they are detected in the content folder alone. */
  dialects?: FoundDialects;
  /** Where `gitDates` finds dates, for content that was taken out of a commit; by default in the repository around it. */
  datesOf?: CommitOf;
  /** Whether the next builder finds in the store what this one found; by default it does. */
  remembers?: boolean;
  /** Threads; by default one for each core, and none where little is to be done. */
  workers?: number;
  /** Called with what a release changes for readers before it becomes current; throws where it must not. */
  checkChanges?: (changes: Changes | null) => void;
  onProgress?: (stage: 'reading' | 'rendering' | 'writing', done: number, total: number) => void;
}

/** What differs between builds of the same content. */
export interface BuildMoment {
  /** Seconds since 1970-01-01T00:00:00Z: what an expiry date is compared with. Nothing else of a release depends on it. */
  now: number;
  /** `durable` survives a power cut; `nothing` finds problems alone. */
  write: 'durable' | 'quick' | 'nothing';
  /** The time when the release becomes current, in seconds; by default `now`. */
  clock?: () => number;
  /** Where the release goes instead of `out`, only to be compared with `other`; `out` and what is known of it stay as they are. */
  dryRun?: DryRun & { other: PublishedSource | null };
}

/** The options of one build, with defaults filled in. */
export type FullOptions = BuildOptions &
  BuildMoment &
  Required<
    Pick<BuildOptions, 'invalid' | 'allowEmpty' | 'keep' | 'dialects' | 'contentOptions' | 'info' | 'onProgress'>
  > & {
    /** What this process wrote last; null for nothing: a power cut may have cut files of an earlier process short. */
    before: ReleasePlan<StoredArticle> | null;
  };

export interface BuildResult {
  /** In the order of files and lines. With an error among them nothing was written, unless invalid files are skipped. */
  problems: Problem[];
  /** The names of the dialects that were detected in the content folder. */
  dialects: readonly string[];
  /** Programs that the folder seems to be written with, and whose rules are not read, as people call them. */
  otherPrograms: readonly string[];
  /** The time zone of dates without one, where the settings of the site name it. */
  timeZone: FoundTimeZone | null;
  /** Markdown files that were found. */
  files: number;
  /** Those without errors. */
  articles: number;
  /** Files with errors, in the order of their paths. A release that is written is without them. */
  invalid: InvalidFile[];
  /** Files that are no articles, or hidden, by reason. */
  others: Record<string, number>;
  /** Each rule that hides something. */
  hiding: HidingRule[];
  /** Settings of other programs that may hide more, and cannot be read. */
  unread: UnreadSetting[];
  /** How many files by their ending seem to be articles, and are in a language that is not read. */
  notRead: Record<string, number>;
  /** The folder of daily notes, which may be private, and how many of them are articles; null where none is. */
  dailyNotes: { folder: string; articles: number } | null;
  /** Articles with links to others. */
  linking: number;
  /** Articles that are not yet published at `now`. */
  scheduled: number;
  /** Only of a release of drafts: its articles that their authors hide until they are done. */
  drafts?: number;
  /** What the release that was written changes for readers; null where none was, or where the one before cannot be read. */
  changes: Changes | null;
  /** Null where nothing was to be written, or an error or what `refused` says kept the build from it. */
  written: (Written & { media: number }) | null;
  /** `empty`: there is no article, and the last release had some. */
  refused: 'empty' | null;
}

/** A file with errors. */
export interface InvalidFile {
  path: string;
  /** Whether its article stays as the last release has it. */
  isOlder: boolean;
  /** Whether the last release had its article, and the one that was written has not. */
  isWithdrawn: boolean;
}
