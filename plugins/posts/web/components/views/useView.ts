/** How a space shows its posts: as its admin chose, until the reader chooses otherwise on this device. */
import { useStored } from '@atrium/sdk/web'

export const VIEWS = ['posts', 'feed', 'cards', 'list', 'thumbnail', 'masonry', 'grid'] as const
export type View = (typeof VIEWS)[number]

export function useView(space: { id: number; display_view?: string }): { view: View; setView: (view: View) => void } {
  const preferred = VIEWS.find((view) => view === space.display_view) ?? 'posts'
  // The admin's choice is part of the key, so that a new one is seen by those who chose under the old one.
  const [own, setOwn] = useStored<View | null>(`posts.view.${space.id}.${preferred}`, null)
  return { view: VIEWS.find((view) => view === own) ?? preferred, setView: (view) => setOwn(view === preferred ? null : view) }
}
