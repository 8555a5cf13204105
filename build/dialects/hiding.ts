/** What a program would not publish, by its settings. */
export interface HiddenPaths {
  rules: PathRule[];
  unread: UnreadSetting[];
}

/** Hides files by their paths. Of rules with one name, `unless` and key of `where`, the last that matches counts. */
export interface PathRule {
  /** For `notHiding`, and for the guide, which has it in the `ways` of the dialect. */
  name: string;
  /** The file that says so. */
  from: string;
  /**
   * Which paths, from the top of the project on: the source of a regular expression, or lines as in `.gitignore` and their folder. Case
   * does not matter.
   */
  paths: string | { lines: string; below: string };
  /** Keys of front matter. A file that has one of them is not hidden: its own value counts. */
  unless?: readonly string[];
  /** A key of front matter, and words of which its value must have one; without words, any value. */
  where?: { key: string; words?: readonly string[] };
  /** Files that earlier rules hide are shown. */
  shows?: true;
}

/** A setting that may hide files and cannot be read, since it is code. */
export interface UnreadSetting {
  /** From the top of the project on. */
  file: string;
  /** As it is called there. */
  setting: string;
}

/** The rule that hides a file. */
export type RuleOfFile = Pick<PathRule, 'name' | 'from' | 'unless' | 'where'>;
