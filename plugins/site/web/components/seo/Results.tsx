/** A page as it will look among search results, and as a link that somebody shares. */
import { Card, CardHead, Icon, useRead, useSession, useT } from '@atrium/sdk/web'
import contract, { type PageRow } from '../../../contract.ts'
import type { SeoDraft } from './draft.ts'

/** What search engines show of a title and a description, in signs. */
const TITLE = 60
const DESCRIPTION = 160
const cutAt = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)

/** As the server makes it. */
function titleOf(template: string, { name, isHome, community }: { name: string; isHome: boolean; community: string }): string {
  if (template) return template.replace(/\{(page|community)\}/g, (_, word: string) => (word === 'page' ? name : community))
  return isHome || name === community ? community : `${name} · ${community}`
}

export function Results({ draft, page }: { draft: SeoDraft; page: PageRow | undefined }) {
  const t = useT()
  const { community } = useSession()
  // what it says of itself goes before what is said of all
  const { data: own } = useRead(contract.routes.page, { params: { id: page?.id ?? 0 } }, { enabled: page !== undefined })
  const name = own?.meta_title || page?.name || t('seo.example_page')
  const title = titleOf(draft.title_template, { name, isHome: page?.is_home === true && !own?.meta_title, community: community.name })
  const description = own?.meta_description || draft.description || t('seo.example_description')
  const image = own?.open_graph_image_url || draft.open_graph_image_url
  const path = page && !page.is_home ? ` › ${page.slug}` : ''
  return (
    <>
      <Card as="section" aria-label={t('seo.search_look')}>
        <CardHead title={t('seo.search_look')} />
        <div className="grid gap-1 p-4 desk:p-5">
          {!draft.is_indexed && <p className="mb-2 text-13 text-warning">{t('seo.search_hidden')}</p>}
          <p className="flex items-center gap-2 text-12 text-text-2">
            <span className="grid size-6 flex-none place-items-center overflow-hidden rounded-full bg-surface-2">
              {community.branding.icon_url ? (
                <img src={community.branding.icon_url} alt="" className="size-4 object-contain" />
              ) : (
                <Icon name="globe" size="sm" />
              )}
            </span>
            <span className="min-w-0">
              <span className="block text-13 text-text">{community.name}</span>
              <span className="block truncate">
                {location.host}
                {path}
              </span>
            </span>
          </p>
          <p className="text-17 font-medium text-link">{cutAt(title, TITLE)}</p>
          <p className="text-13 text-text-2">{cutAt(description, DESCRIPTION)}</p>
        </div>
      </Card>
      <Card as="section" aria-label={t('seo.social_look')}>
        <CardHead title={t('seo.social_look')} />
        <div className="p-4 desk:p-5">
          <div className="overflow-hidden rounded-card border">
            {image ? (
              <img src={image} alt="" className="aspect-[1.9] w-full object-cover" />
            ) : (
              <div className="grid aspect-[1.9] content-center gap-2 bg-brand p-6 text-on-brand">
                <span className="line-clamp-3 text-20 font-semibold">{name}</span>
                <span className="text-13">{community.name}</span>
              </div>
            )}
            <div className="grid gap-0.5 border-t bg-surface-2 px-4 py-3">
              <span className="text-12 text-text-3">{location.host}</span>
              <span className="line-clamp-2 font-medium">{title}</span>
              <span className="line-clamp-2 text-13 text-text-2">{description}</span>
            </div>
          </div>
          {!image && <p className="mt-2 text-12 text-text-3">{t('seo.social_made')}</p>}
        </div>
      </Card>
    </>
  )
}
