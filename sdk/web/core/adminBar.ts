/** What the frame gives to pages of the settings: on phones a bar that says their title and shows their acts, and the tabs of their entry. */
import { createContext } from 'react'

export interface AdminBar {
  /** Where the acts of the page go; null until it is there. */
  actions: HTMLElement | null
  /** Title of the page, and where it came from; null when it is gone. */
  show: (page: { title: string; back?: { to: string; label: string } } | null) => void
}
/** Null where pages have a heading of their own. */
export const AdminBarContext = createContext<AdminBar | null>(null)

export interface AdminTabs {
  label: string
  items: { key: string; label: string; to: string }[]
  current: string
}
/** Screens that stand beside each other under one entry of the menu; null where it has one alone. */
export const AdminTabsContext = createContext<AdminTabs | null>(null)
