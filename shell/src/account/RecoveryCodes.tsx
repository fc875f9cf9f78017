/** Recovery codes, shown this once: to be copied, downloaded, kept. */
import { Button, Note, useSession, useT, useCopy } from '@atrium/sdk/web'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT()
  const toClipboard = useCopy()
  const { community } = useSession()
  const text = `${codes.join('\n')}\n`
  const copy = () => toClipboard(text, t('recovery.copied'))
  return (
    <div className="grid gap-4">
      <Note tone="warning" title={t('recovery.once.title')}>
        {t('recovery.once.text')}
      </Note>
      <ul
        aria-label={t('recovery.title')}
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-card border bg-surface-2 px-5 py-4 font-mono text-13 tabular-nums"
      >
        {codes.map((code) => (
          <li key={code} className="select-all text-center">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon="copy" onClick={() => void copy()}>
          {t('recovery.copy')}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${community.slug}-recovery-codes.txt`}
          className="inline-flex h-8 items-center rounded-control px-3 text-13 font-medium text-text-2 hover:bg-hover hover:text-text max-desk:min-h-11"
        >
          {t('recovery.download')}
        </a>
        <Button variant="primary" className="ms-auto" onClick={onDone}>
          {t('recovery.kept')}
        </Button>
      </div>
    </div>
  )
}
