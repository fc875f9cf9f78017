/** The list of keys that work now, opened by `?`. */
import { Dialog, Kbd, useShortcuts, useT } from '@atrium/sdk/web'
import { keyCaps } from './keyCaps.ts'

export default function Keys({ onClose }: { onClose: () => void }) {
  const t = useT()
  const shortcuts = useShortcuts()
  const listed = shortcuts.filter(({ keys }, index) => shortcuts.findIndex((other) => other.keys === keys) === index)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('keys.title')} width={640}>
      <ul className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
        {listed.map(({ keys, label }) => (
          <li key={keys} className="flex min-h-8 items-center justify-between gap-4 text-13">
            <span>{label}</span>
            <span className="flex flex-none gap-1">
              {keyCaps(keys).map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
