/** An edit to save, and what is asked where two people have changed the same: shared by the form's part and by the code that comes later. */
import { queue } from './queue.ts'

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
  /** It was the same person, in another window or on another device. */
  isOwn: boolean
  savedAt: string | null
  /** Null: the person goes on editing. */
  answer: (choice: Record<string, Side> | null) => void
}
/** Questions that wait; `Overlays` asks them one after another. */
export const conflicts = queue<ConflictQuestion>()
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
