/** Something to paste elsewhere. */
import { IconButton, useCopy } from '@atrium/sdk/web'
import { useWords } from './words.ts'

export function Code({ label, text }: { label: string; text: string }) {
  const { t } = useWords()
  const copy = useCopy()
  return (
    <div className="min-w-0 overflow-hidden rounded-control border bg-surface-2">
      <div className="flex items-center justify-between border-b py-0.5 ps-4 pe-1 text-13 text-text-2">
        {label}
        <IconButton icon="copy" label={t('code.copy')} onClick={() => void copy(text)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by its keys */}
      <pre tabIndex={0} dir="ltr" className="overflow-x-auto p-4 font-mono text-13 leading-5">
        {text}
      </pre>
    </div>
  )
}
