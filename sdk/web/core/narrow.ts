/** Whether the page is in its phone form: below 861 px the sidebar is a drawer, tables are rows of two lines. */
import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 860px)')
const subscribe = (listener: () => void) => {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
