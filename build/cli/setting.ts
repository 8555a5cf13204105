import type * as z from 'zod/mini';

/** All about a setting: the schema, the options of commands, their help, messages and the guide are made from it. */
export interface Setting {
  /** One sentence, in Markdown. */
  text: string;
  /** The schema, with the default. */
  type: z.ZodMiniType;
  /** The default in words, where the value in the schema does not say it. */
  byDefault?: string;
  /** What a message says that it expects. */
  expected: string;
  /** Lines of `galley.config.yaml`: each is one way to write the setting. */
  examples: readonly string[];
  flag?: SettingFlag;
  /** Whether `serve`, `start` and `dev` alone obey it, and no program that calls an adapter. */
  ofServe?: boolean;
}

/** An option of commands that wins over the setting. */
export interface SettingFlag {
  /** As commander reads it. */
  flags: string;
  commands: readonly string[];
  /** Whether it may be repeated. */
  isList?: boolean;
}
