/** The shell's bar over settings on phones: it says the page's title and shows its acts. */
import { createContext } from 'react'

export interface AdminBar {
  /** Where the acts of the page go; null until it is there. */
  actions: HTMLElement | null
  /** Title of the page, and where it came from; null when it is gone. */
  show: (page: { title: string; back?: { to: string; label: string } } | null) => void
}
/** Null where pages have a heading of their own. */
export const AdminBarContext = createContext<AdminBar | null>(null)
