/** What calls about imports take and answer. */
import { changesOf, date, id, list, paging, z } from '@atrium/sdk'
import { idsOf, opened } from './links.ts'

export const CONTACT_TYPES = ['member', 'contact'] as const
export type ContactType = (typeof CONTACT_TYPES)[number]
/** Bytes, columns and rows of one file. */
export const MOST_BYTES = 200 * 1024 * 1024
export const MOST_COLUMNS = 300
export const MOST_ROWS = 500_000
/** Characters of one value; longer ones are a wrong row. */
export const LONGEST_VALUE = 5_000
/** Days in which a finished import can be undone. */
export const UNDO_DAYS = 7

export const IMPORT_STATES = ['mapping', 'checking', 'ready', 'running', 'done', 'stopped', 'undoing', 'undone', 'failed'] as const
export type ImportState = (typeof IMPORT_STATES)[number]
/** What becomes of a row. */
export const OUTCOMES = ['new', 'changed', 'same', 'wrong'] as const
export type Outcome = (typeof OUTCOMES)[number]
/** Why a row is wrong (`bad_date`, `bad_field`: that value alone is left out); the words are the screen's, and the file's of wrong rows. */
export const PROBLEMS = [
  'no_email',
  'bad_email',
  'duplicate',
  'banned',
  'too_long',
  'bad_text',
  'bad_date',
  'too_many_cells',
  'cut_off',
  'bad_field',
  // of one that was undone: what was left as it is
  'changed_since',
  'stays',
  'failed',
] as const
export type Problem = (typeof PROBLEMS)[number]

/** Where a column goes: a fact of ours, a profile field (`field:12`), or nowhere (null). */
export const target = z
  .string()
  .max(60)
  .regex(/^(email|name|first_name|last_name|headline|bio|location|website|joined_at|tags|spaces|access_groups|field:\d+)$/)
export const FACTS = [
  'email',
  'name',
  'first_name',
  'last_name',
  'headline',
  'bio',
  'location',
  'website',
  'joined_at',
  'tags',
  'spaces',
  'access_groups',
] as const
export type Fact = (typeof FACTS)[number]

/** Whether 03/04 is the 3rd of April or the 4th of March. */
export const DATE_ORDERS = ['day', 'month'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
export const Column = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  target: z.string().nullable(),
  guessed: z.boolean(),
  /** What its dates settle; null where they settle nothing, or say both. */
  date_order: z.enum(DATE_ORDERS).nullish(),
})
export type Column = z.output<typeof Column>
/** `existing`: `fill` gives members who are here only what they have left empty, `overwrite` takes the file's, `skip` leaves them alone. */
export const ImportOptions = z.object({
  existing: z.enum(['fill', 'overwrite', 'skip']).default('fill'),
  /** `add`: members at once. `invite`: an invitation each, who accepts becomes a member. */
  how: z.enum(['add', 'invite']).default('add'),
  member_tag_ids: idsOf(50).default([]),
  opens: opened.default([]),
  /** Names of tags that are not there yet are made. */
  make_tags: z.boolean().default(true),
  /** Of dates that can be read in two ways; null: as the column settles it. */
  date_order: z.enum(DATE_ORDERS).nullable().default(null),
})
export type ImportOptions = z.output<typeof ImportOptions>

export const ImportTask = z.object({
  id: z.number(),
  contact_type: z.enum(CONTACT_TYPES),
  status: z.enum(IMPORT_STATES),
  filename: z.string(),
  byte_size: z.number(),
  encoding: z.string(),
  delimiter: z.string(),
  has_header: z.boolean(),
  columns: z.array(Column),
  options: ImportOptions,
  /** Rows read so far, and what they are. */
  rows: z.number(),
  counts: z.object({ new: z.number(), changed: z.number(), same: z.number(), wrong: z.number() }),
  /** How much of the present step is done, 0 to 100. */
  percent: z.number(),
  /** Rows applied, or undone while it is undone. */
  done_rows: z.number(),
  /** Names in the file that nothing here has: tags that are made, spaces and groups that are left out. */
  unknown: z.object({ tags: z.array(z.string()), spaces: z.array(z.string()), access_groups: z.array(z.string()) }),
  /** Why it failed, in the reader's language. */
  problem: z.string().nullable(),
  author: z.string().nullable(),
  created_at: date,
  finished_at: date.nullable(),
  undo_until: date.nullable(),
})
export type ImportTask = z.output<typeof ImportTask>

/** A file that was uploaded, or rows that a program hands over, each an object by the keys of the configuration. */
export const ImportInput = z.object({
  contact_type: z.enum(CONTACT_TYPES).default('contact'),
  signed_id: z.string().max(500).optional(),
  records: z
    .array(z.record(z.string().max(60), z.string().max(LONGEST_VALUE)))
    .min(1)
    .max(5_000)
    .optional(),
})
export const ImportChange = z
  .object({
    encoding: z.string().max(40),
    delimiter: z.enum([',', ';', '\t', '|']),
    has_header: z.boolean(),
    /** By the column's place in the file. */
    targets: z.array(target.nullable()).max(MOST_COLUMNS),
    options: changesOf(ImportOptions),
  })
  .partial()
export type ImportChange = z.output<typeof ImportChange>

export const ImportRow = z.object({
  /** Line of the file, from 1. */
  line: z.number(),
  outcome: z.enum(OUTCOMES),
  problem: z.enum(PROBLEMS).nullable(),
  email: z.string(),
  name: z.string(),
  /** Values as the file has them, by target; what an existing member gets, where the row changes one. */
  values: z.record(z.string(), z.string()),
  member_id: z.number().nullable(),
})
export type ImportRow = z.output<typeof ImportRow>
export const ImportRows = list(ImportRow)
export const rowsQuery = paging.extend({ outcome: z.enum(OUTCOMES).optional() })
export const Configuration = z.object({
  contact_type: z.enum(CONTACT_TYPES),
  /** `matches`: names by which the column is known. */
  columns: z.array(z.object({ key: z.string(), label: z.string(), required: z.boolean(), matches: z.array(z.string()) })),
  limits: z.object({ bytes: z.number(), columns: z.number(), rows: z.number() }),
})
export const importId = z.object({ id })
