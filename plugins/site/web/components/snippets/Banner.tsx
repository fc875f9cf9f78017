/** The cookie banner as visitors see it at the foot of a page. */
import { useT } from '@atrium/sdk/web'

export function Banner({ text, hasLink }: { text: string; hasLink: boolean }) {
  const t = useT()
  return (
    <div role="img" aria-label={t('snippet.banner_preview')} className="grid content-end overflow-hidden rounded-card border bg-surface-2 p-3">
      <div aria-hidden="true" className="grid gap-2 px-2 pt-3 pb-8">
        <span className="h-3 w-2/3 rounded-full bg-press" />
        <span className="h-2 w-full rounded-full bg-hover" />
        <span className="h-2 w-4/5 rounded-full bg-hover" />
      </div>
      <div className="grid gap-3 rounded-card border bg-surface p-4 text-13 shadow-float">
        <p className="whitespace-pre-line">
          {text} {hasLink && <span className="link">{t('banner.more')}</span>}
        </p>
        <p className="flex flex-wrap gap-2 font-medium">
          <span className="rounded-control bg-brand px-3 py-1.5 text-on-brand">{t('banner.accept')}</span>
          <span className="rounded-control border px-3 py-1.5">{t('banner.reject')}</span>
          <span className="rounded-control border px-3 py-1.5">{t('banner.choose')}</span>
        </p>
      </div>
    </div>
  )
}
