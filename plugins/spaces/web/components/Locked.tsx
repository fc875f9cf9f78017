/** What stands before a space that this reader may not enter: what it is, and the way in that its people chose. */
import { AvatarStack, Card, EmptyState, Icon, Link, LinkButton, Picture, RATIOS, Slot, useSession, useT, wayBack, WaysIn } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type LockBlock, type Space } from '../../contract.ts'
import Told from '../slots/Told.tsx'
import { AskToJoin } from './AskToJoin.tsx'
import { Glyph } from './Glyph.tsx'

function Block({ block }: { block: LockBlock }) {
  if (block.type === 'picture')
    return <img src={block.data.url} alt={block.data.alt} loading="lazy" referrerPolicy="no-referrer" className="w-full rounded-card border" />
  if (block.type === 'button')
    return (
      <div>
        <LinkButton variant="primary" to={block.data.url}>
          {block.data.label}
        </LinkButton>
      </div>
    )
  return (
    <div>
      {block.data.heading && <h2 className="text-17">{block.data.heading}</h2>}
      {block.data.text && <p className="mt-1 max-w-[64ch] whitespace-pre-line text-text-2">{block.data.text}</p>}
    </div>
  )
}

export function Locked({ space }: { space: Space }) {
  const t = useT()
  const { account, community, member, signUpAllowed } = useSession()
  // a way in that somebody offers stands in place of our words
  const [offered, setOffered] = useState(false)
  const blocks = space.lock_screen_blocks.filter(({ hidden }) => !hidden)
  const count = space.members_count
  const signIn = `/user/sign_in${wayBack(`/c/${space.slug}`)}`
  const joins = !account && signUpAllowed
  return (
    <article className="max-desk:pb-20">
      {space.cover_image_visible && space.cover_image_url && (
        <Picture src={space.cover_image_url} ratio={RATIOS.spaceCover} alt="" priority className="mb-4 w-full rounded-card" />
      )}
      <header className="mb-4">
        <div className="flex items-center gap-3">
          <Glyph space={space} className="w-8 text-[26px]" />
          <h1 className="min-w-0 flex-1 text-24">{space.name}</h1>
        </div>
        {space.description && <p className="mt-1 max-w-[60ch] text-text-2">{space.description}</p>}
        {/* What is sold is not called private. */}
        <p className="mt-2 flex min-h-5 flex-wrap items-center gap-1.5 text-13 text-text-3">
          {!offered && (
            <>
              <Icon name="lock" size="sm" />
              {t('visibility.private')}
              {count !== null && ' · '}
            </>
          )}
          {space.outside && space.outside.faces.length > 0 && <AvatarStack people={space.outside.faces} size={24} />}
          {count !== null && <span>{t('members.count', { count })}</span>}
        </p>
      </header>
      <Slot of={contract.slots['space.locked']} props={{ space, onOffered: () => setOffered(true) }} />
      {!offered && (
        <Card className="mb-4">
          <EmptyState
            icon="lock"
            title={space.locked_page_heading || t('locked.title', { name: space.name })}
            text={space.locked_page_description || (joins ? t('locked.visitor', { community: community.name }) : t('locked.text'))}
            action={
              space.locked_button_url ? (
                <LinkButton variant="primary" to={space.locked_button_url}>
                  {space.locked_button_label || t('locked.more')}
                </LinkButton>
              ) : account ? (
                <LinkButton to="/space_groups">{t('locked.others')}</LinkButton>
              ) : (
                <WaysIn className="justify-center" />
              )
            }
          />
          {member && <AskToJoin spaceId={space.id} />}
        </Card>
      )}
      {space.outside && <Told outside={space.outside} />}
      {space.types.map((type) => (
        <Slot key={type} of={contract.slots['space.outside.*']} part={type} props={{ spaceId: space.id }} />
      ))}
      {offered && !member && (
        <p className="mt-4 text-13 text-text-2">
          {t('locked.already')}{' '}
          <Link to={signIn} className="font-medium text-link underline">
            {t('locked.signIn')}
          </Link>
        </p>
      )}
      {blocks.length > 0 && (
        <div className="mt-6 grid gap-5">
          {blocks.map((block, index) => (
            <Block key={index} block={block} />
          ))}
        </div>
      )}
    </article>
  )
}
