/** The frame of the community in small, in any theme and appearance. */
import { type Appearance, cx, themeAttribute, type ThemeSettings } from '@atrium/sdk/web'
import { themeVariables } from '@atrium/sdk/theme'

interface ThemePreviewProps {
  theme: ThemeSettings
  appearance: Appearance
  /** With words in it, to judge how it reads. */
  large?: { header: string; active: string; item: string; chosen: string; link: string; button: string; mark: string }
}
export function ThemePreview({ theme, appearance, large }: ThemePreviewProps) {
  const line = (tone: string, width: string) => <span className={cx('block rounded-full', large ? 'h-2' : 'h-1', tone, width)} />
  return (
    <span
      aria-hidden="true"
      data-theme={themeAttribute(theme)}
      data-appearance={appearance}
      style={themeVariables(theme, appearance)}
      className={cx('grid overflow-hidden rounded-lg border border-frame bg-bg text-text', large ? 'min-h-52 text-13' : 'h-24')}
    >
      <span className={cx('grid', large ? 'grid-cols-[136px_1fr] grid-rows-[40px_1fr]' : 'grid-cols-[34%_1fr] grid-rows-[18px_1fr]')}>
        <span className={cx('col-span-2 flex items-center gap-1.5 border-b border-frame bg-header text-header-text', large ? 'gap-3 px-3' : 'px-1.5')}>
          {large ? (
            <>
              <span className="rounded-control bg-header-active px-2 py-0.5 font-medium text-header-active-text">{large.active}</span>
              <span>{large.header}</span>
            </>
          ) : (
            <>
              {line('bg-header-text', 'w-5')}
              {line('bg-header-active-text opacity-60', 'w-3')}
            </>
          )}
        </span>
        <span className={cx('grid content-start border-e border-frame bg-sidebar text-sidebar-text', large ? 'gap-1 p-2' : 'gap-1.5 p-1.5')}>
          {large ? (
            <>
              <span className="rounded-control bg-active-item px-2 py-1 font-medium text-active-item-text">{large.chosen}</span>
              <span className="flex items-center justify-between rounded-control px-2 py-1">
                {large.item}
                <span className="rounded-full bg-mention px-1.5 text-11 text-white">3</span>
              </span>
              <span className="flex items-center gap-2 rounded-control bg-sidebar-hover px-2 py-1">
                <span className="size-2 rounded-full bg-online" />
                {large.item}
              </span>
            </>
          ) : (
            <>
              <span className="rounded-mark bg-active-item p-0.5">{line('bg-active-item-text', 'w-3/4')}</span>
              {line('bg-sidebar-text opacity-70', 'w-4/5')}
              {line('bg-sidebar-text opacity-70', 'w-3/5')}
            </>
          )}
        </span>
        <span className={cx('grid content-start', large ? 'gap-3 p-4' : 'gap-1.5 p-2')}>
          {large ? (
            <>
              <span className="text-link underline underline-offset-2">{large.link}</span>
              <span className="flex flex-wrap gap-2">
                <span className="inline-flex h-8 items-center rounded-control bg-brand px-3 font-medium text-on-brand">{large.button}</span>
                <span className="inline-flex h-6 items-center self-center rounded-mark bg-brand-soft px-2 text-12 font-medium text-on-brand-soft">
                  {large.mark}
                </span>
              </span>
            </>
          ) : (
            <>
              {line('bg-text', 'w-3/5')}
              {line('bg-text-3 opacity-60', 'w-full')}
              {line('bg-link', 'w-2/5')}
              <span className="mt-0.5 h-3 w-8 rounded-mark bg-brand" />
            </>
          )}
        </span>
      </span>
    </span>
  )
}
