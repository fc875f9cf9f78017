/** Registers what plugins' manifests offer to the palette, with their keys, without loading a line of their code. */
import { useAction, useNavigate } from '@atrium/sdk/web'
import { type NavEntry, useNavigation } from './navigation.ts'

export function ManifestActions() {
  return useNavigation('actions').map((entry) => <ManifestAction key={entry.to} {...entry} />)
}

function ManifestAction({ label, to, icon, keys }: NavEntry) {
  const navigate = useNavigate()
  useAction({ id: `to:${to}`, title: label, icon, keys, run: () => navigate(to) })
  return null
}
