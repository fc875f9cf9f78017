/** A small page in a look: header, words, button and cards, with the colours and fonts as they will be. */
import { type Appearance, cx, useSession, useT } from '@atrium/sdk/web'
import { familyOf, type Look } from './look.ts'

const WIDTH = { narrow: 'max-w-[55%]', medium: 'max-w-[75%]', wide: 'max-w-full' }

interface LookSampleProps {
  look: Look
  appearance: Appearance
  className?: string
}
export function LookSample({ look, appearance, className }: LookSampleProps) {
  const t = useT()
  const { community } = useSession()
  const colours = look[appearance]
  const { logo_url, dark_logo_url } = look.logo_url ? look : community.branding
  const logo = (appearance === 'dark' && dark_logo_url) || logo_url
  const heading = { fontFamily: familyOf(look.heading_font) }
  const radius = { borderRadius: look.radius }
  return (
    <div
      role="img"
      aria-label={t('theme.sample', { appearance: t(`theme.${appearance}`) })}
      className={cx('overflow-hidden rounded-card border text-13', className)}
      style={{ background: colours.background, color: colours.text, fontFamily: familyOf(look.body_font) }}
    >
      <div
        className="flex items-center gap-3 px-4 py-2.5"
        style={{ borderBottom: `1px solid color-mix(in oklab, ${colours.text} 14%, ${colours.background})` }}
      >
        {logo ? (
          <img src={logo} alt="" className="max-h-6 max-w-24 object-contain" />
        ) : (
          <span className="truncate font-semibold" style={heading}>
            {community.name}
          </span>
        )}
        <span className="ms-auto" style={{ color: colours.muted }}>
          {t('theme.sample_link')}
        </span>
      </div>
      <div className={cx('mx-auto grid gap-3 px-4 py-5', WIDTH[look.width])}>
        <p className="text-20 font-semibold" style={heading}>
          {t('theme.sample_heading')}
        </p>
        <p style={{ color: colours.muted }}>{t('theme.sample_text')}</p>
        <p className="flex flex-wrap items-center gap-3">
          <span className="px-3 py-1.5 font-medium" style={{ background: colours.accent, color: colours.accent_text, ...radius }}>
            {t('theme.sample_button')}
          </span>
          <span className="underline underline-offset-2" style={{ color: colours.accent }}>
            {t('theme.sample_more')}
          </span>
        </p>
        <div className="grid gap-1 px-4 py-3" style={{ background: colours.surface, ...radius }}>
          <span className="font-semibold" style={heading}>
            {t('theme.sample_card')}
          </span>
          <span className="text-12" style={{ color: colours.muted }}>
            {t('theme.sample_card_text')}
          </span>
        </div>
      </div>
    </div>
  )
}
