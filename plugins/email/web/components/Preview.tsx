/** An email as it arrives: on a desktop, on a phone, in the dark, as text alone. The server draws it, of what is saved. */
import { cx, Note, Query, Segment, Skeleton, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'

const { routes } = contract
const VIEWS = ['desktop', 'phone', 'dark', 'text'] as const
type View = (typeof VIEWS)[number]
const ICONS = { desktop: 'monitor', phone: 'smartphone', dark: 'moon', text: 'file-text' } as const
const WIDTH = { desktop: 600, dark: 600, phone: 375 }
/** Above it some mailboxes cut an email off. */
export const CUT_BYTES = 102_000

/** Mailboxes ask the device whether it is dark; here the reader of the preview says so. Links lead nowhere in a frame without rights. */
const asSeen = (html: string, dark: boolean): string =>
  html
    .replaceAll(/@media[^{]*prefers-color-scheme:\s*dark[^{]*\{/g, dark ? '@media all {' : '@media not all {')
    .replaceAll(/color-scheme:\s*light dark/g, `color-scheme: ${dark ? 'dark' : 'light'}`)
    .replace('<head>', '<head><base target="_blank">')

export function Preview({ id, hasTwo }: { id: number; hasTwo: boolean }) {
  const t = useT()
  const [view, setView] = useState<View>('desktop')
  const [variant, setVariant] = useState<'a' | 'b'>('a')
  const half = hasTwo ? variant : 'a'
  const query = useRead(routes.preview, { params: { id }, query: { variant: half } }, { staleTime: 0, keepPrevious: true })
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap gap-2">
        <Segment
          label={t('preview.view')}
          value={view}
          onChange={setView}
          items={VIEWS.map((value) => ({ value, label: t(`preview.${value}`), icon: ICONS[value] }))}
        />
        {hasTwo && (
          <Segment
            label={t('preview.subject')}
            value={half}
            onChange={setVariant}
            items={(['a', 'b'] as const).map((value) => ({ value, label: t(`ab.subject_${value}`) }))}
          />
        )}
      </div>
      <Query query={query} skeleton={<Skeleton w="100%" h={560} />}>
        {({ subject, preheader, html, text, bytes }) => (
          <>
            <p className="min-w-0 text-13">
              <b className="block text-15 font-semibold">{subject || t('preview.no_subject')}</b>
              <span className="line-clamp-1 text-text-2">{preheader}</span>
            </p>
            {bytes > CUT_BYTES && <Note tone="warning">{t('preview.cut', { size: Math.round(bytes / 1_000) })}</Note>}
            {view === 'text' ? (
              <pre className="max-h-[640px] overflow-auto rounded-card border bg-surface-2 p-4 font-mono text-13 whitespace-pre-wrap">{text}</pre>
            ) : (
              <div className="grid justify-items-center rounded-card border bg-surface-2 p-2 desk:p-4">
                {/* no scripts, no forms, no way out of the frame */}
                <iframe
                  sandbox=""
                  srcDoc={asSeen(html, view === 'dark')}
                  title={t('preview.title')}
                  style={{ width: WIDTH[view], colorScheme: view === 'dark' ? 'dark' : 'light' }}
                  className={cx('h-[640px] max-w-full border bg-white', view === 'phone' ? 'rounded-[28px]' : 'rounded-card')}
                />
              </div>
            )}
          </>
        )}
      </Query>
    </div>
  )
}
