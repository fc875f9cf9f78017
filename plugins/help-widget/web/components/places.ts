/** Where somebody is in the widget's window: its four tabs, and what is opened from them. */
import { createContext, useContext, useState } from 'react'

export const TABS = ['home', 'messages', 'articles', 'news'] as const
export type Tab = (typeof TABS)[number]
export type Way = 'message' | 'live' | 'ticket'
export type Place =
  | { at: Tab }
  | { at: 'article'; id: number }
  | { at: 'talk'; id: number }
  | { at: 'write'; way: Way; text?: string }
  | { at: 'space'; id: number; name: string }
  | { at: 'search'; text: string }

export interface Help {
  place: Place
  /** The tab that the place was opened from. */
  tab: Tab
  go: (place: Place) => void
  /** One step back; null at a tab. */
  back: (() => void) | null
  close: (() => void) | null
}
const HelpContext = createContext<Help | null>(null)
export const HelpProvider = HelpContext.Provider
export const useHelp = (): Help => useContext(HelpContext)!

const isTab = (place: Place): place is { at: Tab } => (TABS as readonly string[]).includes(place.at)

export function usePlaces(first: Place, close: (() => void) | null): Help {
  const [trail, setTrail] = useState<readonly Place[]>(() => (isTab(first) ? [first] : [{ at: first.at === 'talk' ? 'messages' : 'home' }, first]))
  const place = trail.at(-1)!
  const go = (next: Place) => setTrail((all) => (isTab(next) ? [next] : [...all, next]))
  return {
    place,
    tab: trail.find(isTab)?.at ?? 'home',
    go,
    back: trail.length > 1 ? () => setTrail((all) => all.slice(0, -1)) : null,
    close,
  }
}
