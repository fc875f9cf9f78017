/** Own fonts: each with a sample in itself, and what cutting it to the letters in use has saved. */
import { Badge, Button, Card, CardHead, EmptyState, IconButton, ListRow, Menu, Query, Skeleton, useAskedWrite, useLocale, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type CustomFont, MAX_FONTS } from '../../../contract.ts'
import { FontDialog } from './FontDialog.tsx'
import { ownFamily } from './look.ts'
import { useFonts } from './useFonts.ts'

const { routes } = contract

export function Fonts() {
  const t = useT()
  const query = useFonts()
  const [edited, setEdited] = useState<CustomFont | 'new' | null>(null)
  const remove = useAskedWrite(routes.destroyFont, [routes.fonts, routes.themes])
  const ask = ({ id, family }: CustomFont) =>
    void remove({ params: { id } }, { title: t('font.delete_title', { family }), text: t('font.delete_text'), action: t('font.delete') }, t('font.deleted'))
  const count = query.data?.records.length ?? 0
  const add = (
    <Button icon="upload" disabled={count >= MAX_FONTS} onClick={() => setEdited('new')}>
      {t('font.upload')}
    </Button>
  )
  return (
    <Card as="section" aria-label={t('font.title')}>
      <CardHead title={t('font.title')} text={t('font.text')} action={count > 0 && add} />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={180} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<EmptyState icon="text" title={t('font.none')} text={t('font.none_text')} action={add} />}
      >
        {({ records }) => (
          <ul>
            {records.map((font) => (
              <ListRow key={font.id} as="li">
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-2 text-13">
                    <span className="font-medium">{font.family}</span>
                    <Badge>{font.weight}</Badge>
                    {font.style === 'italic' && <Badge>{t('font.italic')}</Badge>}
                  </p>
                  <p
                    className="mt-1 truncate text-24"
                    style={{ fontFamily: `${ownFamily(font.id)}, var(--raw-font-sans)`, fontWeight: font.weight, fontStyle: font.style }}
                  >
                    {t('font.sample')}
                  </p>
                  <Sizes font={font} />
                </div>
                <Menu
                  trigger={<IconButton icon="ellipsis" label={t('font.menu', { family: font.family })} />}
                  items={[
                    { label: t('font.edit'), icon: 'pencil', onSelect: () => setEdited(font) },
                    '-',
                    { label: t('font.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => ask(font) },
                  ]}
                />
              </ListRow>
            ))}
          </ul>
        )}
      </Query>
      {edited && <FontDialog font={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Card>
  )
}

const KILOBYTE = 1000
function Sizes({ font: { original_size, size } }: { font: CustomFont }) {
  const t = useT()
  const locale = useLocale()
  const words = (bytes: number) =>
    (bytes / KILOBYTE).toLocaleString(locale, { style: 'unit', unit: 'kilobyte', unitDisplay: 'short', maximumFractionDigits: bytes < 10 * KILOBYTE ? 1 : 0 })
  return <p className="mt-1 text-12 text-text-3">{t('font.sizes', { before: words(original_size), after: words(size) })}</p>
}
