/** What is done when two people have changed the same record: their changes are taken, and of what meets the person chooses. */
import type { EditConflict } from '../../../core/conflicts.ts'
import { getBoot } from '../../core/boot.ts'
import { AtriumError } from '../../../core/errors.ts'
import { type ConflictQuestion, conflicts, type EditToSave, type Side } from '../edits.ts'

type Fields = Record<string, unknown>

const ask = (question: Omit<ConflictQuestion, 'answer'>): Promise<Record<string, Side> | null> =>
  new Promise((answer) => conflicts.set([...conflicts.get(), { ...question, answer }]))

const sameJson = (_field: string, one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
function inWords(_field: string, value: unknown): string | null {
  if (typeof value === 'boolean') return value ? '✓' : '✗'
  return typeof value === 'object' && value !== null ? null : String(value ?? '')
}

/** Saves over what others have saved; `met` is how the server has refused. @throws what `saveEdit` throws */
export async function saveOver<F extends object, Reply>(edit: EditToSave<F, Reply>, met: AtriumError): Promise<Reply> {
  const { fieldsOf, send, label, words = inWords, same = sameJson } = edit as unknown as EditToSave<Fields, Reply>
  let { version, base, mine } = edit as unknown as EditToSave<Fields, Reply>
  for (let refused = met; ; ) {
    const conflict = refused.details as EditConflict
    const theirs = fieldsOf(conflict.theirs)
    const fields = Object.keys(mine)
    const theirChanges = fields.filter((field) => field in theirs && !same(field, theirs[field], base[field]))
    const meeting = theirChanges.filter((field) => !same(field, mine[field], base[field]) && !same(field, mine[field], theirs[field]))
    const choice = meeting.length
      ? await ask({
          meetings: meeting.map((field) => ({ field, label: label(field), mine: words(field, mine[field]), theirs: words(field, theirs[field]) })),
          savedBy: conflict.saved_by?.name ?? null,
          isOwn: conflict.saved_by !== null && conflict.saved_by.id === getBoot().member?.id,
          savedAt: conflict.saved_at,
        })
      : {}
    if (!choice) throw refused
    const taken = theirChanges.filter((field) => !meeting.includes(field) || choice[field] === 'theirs')
    mine = { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) }
    base = theirs
    version = conflict.version
    try {
      return await send(mine, version)
    } catch (error) {
      if (!(error instanceof AtriumError && error.code === 'edit_conflict')) throw error
      refused = error
    }
  }
}
