/** Every screen there is: it opens, says its name, has no accessibility violation in either appearance, and logs no error. */
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { signIn } from './people.ts'

const SCREENS: [address: string, name: string][] = [
  ['/', 'home/Home'],
  ['/home/home_page/spaces', 'home/Home'],
  ['/home/home_page/member_activities', 'home/Home'],
  ['/c/show-and-tell', 'spaces/Space'],
  ['/c/show-and-tell/members', 'spaces/SpaceMembers'],
  ['/c/show-and-tell/new', 'posts/Compose'],
  ['/space_groups', 'spaces/Groups'],
  ['/bookmarks', 'content/Bookmarks'],
  ['/members', 'members/Directory'],
  ['/u/5', 'members/Profile'],
  ['/account', 'accounts/Account'],
  ['/account/authentication', 'auth/Authentication'],
  ['/two_fa', 'auth/TwoFa'],
  ['/communities', 'communities/Communities'],
  ['/communities/new', 'communities/New'],
  ['/community_switchers', 'communities/Switcher'],
  ['/discover', 'community/Discover'],
  ['/landing', 'community/Landing'],
  ['/settings', 'communities/General'],
  ['/settings/theme', 'site/Theme'],
  ['/settings/onboarding', 'community/Onboarding'],
  ['/settings/onboarding?tab=newcomers', 'community/Onboarding'],
  ['/settings/onboarding?tab=invitation', 'community/Onboarding'],
  ['/settings/custom_domain', 'community/CustomDomain'],
  ['/settings/legal', 'community/LegalSettings'],
  ['/settings/discover', 'community/Listing'],
  ['/settings/landing_page', 'community/LandingSettings'],
  ['/settings/home', 'home/Settings'],
  ['/settings/masquerading', 'masquerading/Masquerading'],
  ['/settings/plugins', 'communities/Plugins'],
  ['/settings/tiers', 'communities/Tiers'],
  ['/settings/sign_in', 'auth/SignInSettings'],
  ['/settings/roles', 'communities/Roles'],
  ['/settings/jobs', 'communities/Jobs'],
  ['/settings/health', 'communities/Health'],
  ['/settings/emails/outbox', 'email/Outbox'],
  ['/settings/audit', 'communities/Audit'],
  ['/settings/posts', 'posts/Dashboard'],
  ['/settings/posts/bulk_actions', 'posts/BulkActions'],
  ['/settings/topics', 'posts/Topics'],
  ['/posts', 'posts/Mine'],
  ['/settings/spaces', 'spaces/AdminSpaces'],
  ['/settings/spaces?view=order', 'spaces/AdminSpaces'],
  ['/settings/spaces/new', 'spaces/AdminSpace'],
  ['/spaces/1/settings', 'spaces/SpaceSettings'],
  ['/space_groups/new', 'spaces/NewGroup'],
  ['/s/the-studio', 'spaces/Group'],
  ['/s/the-studio/invite', 'spaces/GroupInvite'],
  ['/s/the-studio/settings', 'spaces/GroupSettings'],
  ['/c/swap-shelf', 'spaces/Space'],
  ['/settings/files', 'media/Files'],
  ['/settings/api', 'developers/Api'],
]

for (const appearance of ['light', 'dark'] as const)
  test(`screens, ${appearance}`, async ({ browser }) => {
    test.setTimeout(240_000)
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
    await signIn(page)
    await page.request.patch('/internal_api/account', { data: { appearance } })
    for (const [address, name] of SCREENS) {
      await page.goto(address)
      await expect(page.locator(`[data-screen="${name}"]`), address).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => document.documentElement.dataset.appearance), address).toBe(appearance)
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
      for (const violation of violations) problems.push(`${address}: ${violation.id}: ${violation.nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    }
    expect(problems).toEqual([])
    await context.close()
  })

test('a phone: bottom bar, drawer, no sideways scroll', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.goto('/user/sign_in')
  await page.locator('input[type=email]').fill('admin@example.com')
  await page.locator('input[type=password]').fill('Kiln-2026!')
  await page.locator('form button[type=submit]').click()
  await expect(page.locator('[data-screen="home/Home"]')).toBeVisible()
  for (const address of ['/', '/c/show-and-tell', '/settings/plugins', '/account']) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBeLessThanOrEqual(0)
  }
  await context.close()
})
