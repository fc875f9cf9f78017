/** What pages of the settings take: shared by their light face and by the code that comes later. */
import type { ReactNode } from 'react'
import type { IconRef } from './Icon.tsx'
import type { QueryProps } from './states.tsx'

/** One thing that is done with the whole page: a button, on phones the rest of them in a menu. */
export interface PageAction {
  label: string
  icon?: IconRef
  /** Leads there; otherwise `onSelect`. */
  to?: string
  onSelect?: () => unknown
  /** The main act of the page; at most one. */
  primary?: boolean
  loading?: boolean
}
type Back = { to: string; label: string }

export interface AdminPageProps {
  /** `<plugin>/<Screen>`, as tests and styles find it. */
  name: string
  title: string
  text?: ReactNode
  actions?: readonly (PageAction | false | null | undefined)[]
  /** Where it came from. */
  back?: Back
  /**
   * Whose page it is: admins' where nothing is said, holders of a permission of the plugin (`posts.manage`), the owner's of the platform,
   * or theirs whom what stands in it lets.
   */
  who?: 'admins' | 'owner' | 'anybody' | (string & {})
  /** For tables: the whole width, where forms have one that reads well. */
  wide?: boolean
  /** Takes the whole place below the header, without a heading: for columns that scroll by themselves. */
  fill?: boolean
  children: ReactNode
}

export interface SettingsPageProps<T> extends Omit<AdminPageProps, 'children'>, Pick<QueryProps<T>, 'query' | 'children' | 'empty' | 'isEmpty'> {
  /** Of what is shown until the record is there, in pixels. Default 420. */
  height?: number
}
