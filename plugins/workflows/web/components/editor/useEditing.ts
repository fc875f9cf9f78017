/** What the parts of the editor share: what begins the workflow, and for whom texts are previewed. */
import type { ComboboxOption } from '@atrium/sdk/web'
import { createContext, useContext } from 'react'
import type { Kit } from '../useKit.ts'

export interface Editing {
  kit: Kit
  workflowId: number
  triggerType: string | null
  /** Null: oneself. */
  person: ComboboxOption | null
  setPerson: (person: ComboboxOption | null) => void
  /** Something uploads: saving waits for it. */
  setBusy: (busy: boolean) => void
}
export const EditingContext = createContext<Editing | null>(null)
export const useEditing = (): Editing => useContext(EditingContext)!
