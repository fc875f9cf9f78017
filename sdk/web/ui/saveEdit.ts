/** Saves an edit over what others have saved meanwhile: what does not meet is put together, and of what does, the person chooses. */
import { AtriumError } from '../../core/errors.ts'
import type { EditToSave } from './edits.ts'

/** @throws AtriumError 409 `edit_conflict` when the person goes on editing instead; whatever `send` throws */
export async function saveEdit<F extends object, Reply>(edit: EditToSave<F, Reply>): Promise<Reply> {
  try {
    return await edit.send(edit.mine, edit.version)
  } catch (error) {
    if (!(error instanceof AtriumError && error.code === 'edit_conflict')) throw error
    return (await import('./lazy/meeting.ts')).saveOver(edit, error)
  }
}
