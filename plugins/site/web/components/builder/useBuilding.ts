/** What the parts of the editor share: the kinds of blocks, what is edited, and who draws. */
import { createContext, useContext } from 'react'
import type { BlockKind, SitePage } from '../../../contract.ts'
import type { Field, Kinds } from './data.ts'
import type { Saving } from './useSaving.ts'

export interface Building {
  kinds: Kinds
  records: readonly BlockKind[]
  /** Fields that every block has, in its `look`. */
  common: readonly Field[]
  /** Null where a saved block is edited. */
  page: SitePage | null
  /** The saved block that is edited, or null. */
  savedBlockId: number | null
  name: string
  /** In which the page is written. */
  language: string
  saving: Saving
  /** Something uploads: it is no moment to publish. */
  setBusy: (busy: boolean) => void
}
export const BuildingContext = createContext<Building | null>(null)
export const useBuilding = (): Building => useContext(BuildingContext)!
