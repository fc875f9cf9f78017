/** A menu as visitors or members will see it, while it is edited. */
import { cx, Icon, Segment, useSession, useT } from '@atrium/sdk/web'
import { type CSSProperties, useState } from 'react'
import type { SiteTheme } from '../../../contract.ts'
import { familyOf } from '../themes/look.ts'
import { type Branch, FOR_ALL, type Menu, type NavigationDraft, seenBy, type Viewer } from './menus.ts'

interface MenuLookProps {
  menu: Menu
  draft: NavigationDraft
  /** The standard look of pages; undefined while it is read. */
  theme: SiteTheme | undefined
}
export function MenuLook({ menu, draft, theme }: MenuLookProps) {
  const t = useT()
  const [viewer, setViewer] = useState<Viewer>('visitors')
  const isForAll = FOR_ALL.includes(menu)
  const branches = seenBy(isForAll ? viewer : 'members', draft[menu])
  const Look = LOOKS[menu]
  return (
    <section aria-label={t('nav.preview')} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-15">{t('nav.preview')}</h2>
        {isForAll && (
          <Segment
            label={t('nav.preview_as')}
            value={viewer}
            onChange={setViewer}
            items={[
              { value: 'visitors', label: t('nav.viewer_visitors') },
              { value: 'members', label: t('nav.viewer_members') },
            ]}
          />
        )}
      </div>
      <Look branches={branches} draft={draft} viewer={viewer} theme={theme} />
    </section>
  )
}

interface LookProps {
  branches: Branch[]
  draft: NavigationDraft
  viewer: Viewer
  theme: SiteTheme | undefined
}
const pageStyle = (theme: SiteTheme | undefined): CSSProperties =>
  theme ? { background: theme.light.background, color: theme.light.text, fontFamily: familyOf(theme.body_font) } : {}
const buttonStyle = (theme: SiteTheme | undefined): CSSProperties =>
  theme ? { background: theme.light.accent, color: theme.light.accent_text, borderRadius: theme.radius } : {}
const mutedStyle = (theme: SiteTheme | undefined): CSSProperties => (theme ? { color: theme.light.muted } : {})
const BUTTON = 'rounded-control bg-brand px-3 py-1.5 font-medium text-on-brand'

function HeaderLook({ branches, draft, viewer, theme }: LookProps) {
  const t = useT()
  const { community, signUpAllowed } = useSession()
  const logo = theme?.logo_url ?? community.branding.logo_url
  const opened = branches.find(({ children }) => children.length > 0)
  return (
    <div className="min-h-64 overflow-hidden rounded-card border bg-surface text-13" style={pageStyle(theme)}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-current/15 px-4 py-3">
        {logo ? (
          <img src={logo} alt={community.name} className="max-h-7 max-w-32 object-contain" />
        ) : (
          <span className="font-semibold" style={theme && { fontFamily: familyOf(theme.heading_font) }}>
            {community.name}
          </span>
        )}
        {branches.map(({ item, children }) => (
          <span
            key={item.key}
            className={cx('inline-flex items-center gap-1', item.is_button && BUTTON)}
            style={item.is_button ? buttonStyle(theme) : undefined}
          >
            {item.label || t('nav.unnamed')}
            {children.length > 0 && <Icon name="chevron-down" size="sm" />}
            {item.opens_new_tab && <Icon name="external-link" size="sm" />}
          </span>
        ))}
        {draft.shows_sign_in && (
          <span className="ms-auto inline-flex items-center gap-3">
            {viewer === 'members' ? (
              <span className={BUTTON} style={buttonStyle(theme)}>
                {t('page.enter')}
              </span>
            ) : (
              <>
                <span>{t('page.sign_in')}</span>
                {signUpAllowed && (
                  <span className={BUTTON} style={buttonStyle(theme)}>
                    {t('page.join')}
                  </span>
                )}
              </>
            )}
          </span>
        )}
      </div>
      {opened && (
        <div className="mx-4 mt-2 inline-grid gap-2 rounded-card border border-current/15 px-4 py-3" style={theme && { background: theme.light.surface }}>
          <span className="text-12" style={mutedStyle(theme)}>
            {opened.item.label || t('nav.unnamed')}
          </span>
          {opened.children.map(({ key, label }) => (
            <span key={key}>{label || t('nav.unnamed')}</span>
          ))}
        </div>
      )}
    </div>
  )
}

function FooterLook({ branches, draft, theme }: LookProps) {
  const t = useT()
  const { community } = useSession()
  return (
    <div
      className="flex flex-wrap justify-between gap-x-8 gap-y-3 rounded-card border bg-surface p-5 text-13"
      style={{ ...pageStyle(theme), ...mutedStyle(theme) }}
    >
      <p className="whitespace-pre-line">{draft.footer_text || `© ${new Date().getFullYear()} ${community.name}`}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {branches.map(({ item }) => (
          <span key={item.key}>{item.label || t('nav.unnamed')}</span>
        ))}
      </p>
    </div>
  )
}

function SidebarLook({ branches }: LookProps) {
  const t = useT()
  return (
    <div className="grid w-60 max-w-full content-start gap-1 rounded-card border border-frame bg-sidebar p-3 text-13 text-sidebar-text">
      <span aria-hidden="true" className="mb-2 h-2.5 w-24 rounded-full bg-active-item" />
      {branches.map(({ item }) => (
        <span key={item.key} className="flex min-h-[30px] items-center gap-2 rounded-control px-2">
          <Icon name="link" />
          <span className="min-w-0 flex-1 truncate">{item.label || t('nav.unnamed')}</span>
          {item.opens_new_tab && <Icon name="external-link" size="sm" />}
        </span>
      ))}
      {[72, 110, 88].map((width) => (
        <span key={width} aria-hidden="true" className="mx-2 my-2 h-2 rounded-full bg-active-item" style={{ width }} />
      ))}
    </div>
  )
}

/** The menu of a page on a phone, opened. */
function PhoneLook({ branches, draft, viewer, theme }: LookProps) {
  const t = useT()
  const { community } = useSession()
  const shown = draft.phone.length > 0 ? branches : seenBy(viewer, draft.header)
  return (
    <div className="mx-auto min-h-96 w-60 max-w-full overflow-hidden rounded-sheet border bg-surface text-13" style={pageStyle(theme)}>
      <div className="flex items-center justify-between border-b border-current/15 px-4 py-3 font-semibold">
        {community.name}
        <Icon name="menu" />
      </div>
      <div className="grid gap-3 px-4 py-4" style={theme && { background: theme.light.surface }}>
        {shown.map(({ item, children }) => (
          <div key={item.key} className="grid gap-2">
            <span className="font-medium">{item.label || t('nav.unnamed')}</span>
            {children.map(({ key, label }) => (
              <span key={key} className="ps-4" style={mutedStyle(theme)}>
                {label || t('nav.unnamed')}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const LOOKS = { header: HeaderLook, sidebar: SidebarLook, footer: FooterLook, phone: PhoneLook }
