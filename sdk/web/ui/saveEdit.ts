/** Saves an edit over what others have saved meanwhile: what does not meet is put together, and of what does, the person chooses. */
import type { EditConflict } from '../../core/conflicts.ts'
import { AtriumError } from '../../core/errors.ts'
import { queue } from './queue.ts'

type Fields = Record<string, unknown>
export type Side = 'mine' | 'theirs'
/** A field that two people have changed, in words. */
export interface Meeting {
  field: string
  label: string
  /** Null where a value has no words: a choice of side is all there is to see. */
  mine: string | null
  theirs: string | null
}
export interface ConflictQuestion {
  meetings: Meeting[]
  savedBy: string | null
  savedAt: string | null
  /** Null: the person goes on editing. */
  answer: (choice: Record<string, Side> | null) => void
}
/** Questions that wait; `Overlays` asks them one after another. */
export const conflicts = queue<ConflictQuestion>()
const ask = (question: Omit<ConflictQuestion, 'answer'>): Promise<Record<string, Side> | null> =>
  new Promise((answer) => conflicts.set([...conflicts.get(), { ...question, answer }]))

export interface EditToSave<F extends object, Reply> {
  /** Of the record that the form began with. */
  version: number
  /** The fields as the form began with them. */
  base: Partial<F>
  /** The fields to save. */
  mine: Partial<F>
  /** A record as the server replies it, in the form's fields. */
  fieldsOf: (record: any) => Partial<F>
  send: (fields: Partial<F>, version: number) => Promise<Reply>
  /** What a field is called where the person is asked about it. */
  label: (field: keyof F & string) => string
  /** A value in words, null where it has none. Default: texts and numbers as they are, ✓ and ✗. */
  words?: (field: keyof F & string, value: any) => string | null
  /** Whether two values say the same. Default: their JSON does. */
  same?: (field: keyof F & string, one: any, other: any) => boolean
}

const sameJson = (_field: string, one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
function inWords(_field: string, value: unknown): string | null {
  if (typeof value === 'boolean') return value ? '✓' : '✗'
  return typeof value === 'object' && value !== null ? null : String(value ?? '')
}

/** @throws AtriumError 409 `edit_conflict` when the person goes on editing instead; whatever `send` throws */
export async function saveEdit<F extends object, Reply>(edit: EditToSave<F, Reply>): Promise<Reply> {
  const { fieldsOf, send, label, words = inWords, same = sameJson } = edit as unknown as EditToSave<Fields, Reply>
  let { version, base, mine } = edit as unknown as EditToSave<Fields, Reply>
  for (;;) {
    try {
      return await send(mine, version)
    } catch (error) {
      if (!(error instanceof AtriumError && error.code === 'edit_conflict')) throw error
      const conflict = error.details as EditConflict
      const theirs = fieldsOf(conflict.theirs)
      const fields = Object.keys(mine)
      const theirChanges = fields.filter((field) => field in theirs && !same(field, theirs[field], base[field]))
      const meeting = theirChanges.filter((field) => !same(field, mine[field], base[field]) && !same(field, mine[field], theirs[field]))
      const choice = meeting.length
        ? await ask({
            meetings: meeting.map((field) => ({ field, label: label(field), mine: words(field, mine[field]), theirs: words(field, theirs[field]) })),
            savedBy: conflict.saved_by?.name ?? null,
            savedAt: conflict.saved_at,
          })
        : {}
      if (!choice) throw error
      const taken = theirChanges.filter((field) => !meeting.includes(field) || choice[field] === 'theirs')
      mine = { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) }
      base = theirs
      version = conflict.version
    }
  }
}
