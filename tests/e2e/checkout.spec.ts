/** The way to the pay page, back from it, and what comes of it: nothing that was chosen is lost, and each step says what it costs. */
import { newcomer, ownerRequest, signIn } from './people.ts'
import { expect, knownPort, testWith } from './test.ts'

const test = testWith(knownPort)

test('a declined card and the way back keep the order; a change of plan says what happens', async ({ browser }) => {
  const owner = await ownerRequest(browser)
  const { records } = await (await owner.get('/internal_api/paywalls?status=active&name=Glaze')).json()
  const { id } = records[0] as { id: number }
  const page = await newcomer(browser, 'Sunniva Buyer')
  const checkout = page.locator('[data-screen="paywalls/Checkout"]')
  const pay = () => checkout.getByRole('button', { name: 'Pay €115.20' }).click()

  await page.goto(`/checkout/${id}?back=/members`)
  // cards say "From €14 a month", and so it opens
  await expect(checkout.getByRole('radio', { name: /Monthly/ })).toBeChecked()
  await checkout.getByRole('radio', { name: /Yearly/ }).check()
  await checkout.getByRole('button', { name: 'Add coupon' }).click()
  await checkout.getByLabel('Coupon code').fill('kiln20')
  await checkout.getByRole('button', { name: 'Apply' }).click()
  await expect(checkout.getByText('KILN20').first()).toBeVisible()
  await expect(checkout.locator('[data-due="11520"]')).toBeVisible()
  await checkout.getByLabel('Country').selectOption('DE')
  await pay()

  const form = page.locator('[data-screen="payments/TestPay"]')
  await expect(form.getByLabel('Name')).toHaveValue('Sunniva Buyer')
  await expect(form.getByLabel('Country')).toHaveValue('DE')
  await form.getByLabel('Test card').selectOption('4000000000009995')
  await form.getByRole('button', { name: /^Pay / }).click()
  await expect(form.locator('[data-declined="funds"]')).toBeVisible()

  await page.goBack()
  await expect(checkout.getByText('your order is still here')).toBeVisible()
  await expect(checkout.getByText('KILN20').first()).toBeVisible()
  await expect(checkout.getByLabel('Country')).toHaveValue('DE')
  await pay()
  await form.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(checkout.getByText('your order is still here')).toBeVisible()
  await expect(checkout.getByLabel('Country')).toHaveValue('DE')
  await pay()
  await form.getByRole('button', { name: /^Pay / }).click()
  await expect(checkout.getByRole('heading', { name: 'Welcome to Glaze chemistry' })).toBeVisible()

  const billing = page.locator('[data-screen="paywalls/Billing"]')
  await page.goto('/account/billing')
  await billing.getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /Monthly/ }).check()
  const happens = dialog.locator('[data-happens]')
  await expect(happens).toContainText('€115.20')
  await expect(happens).toContainText('covers your plan until')
  await expect(happens.locator('[data-due="0"]')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change plan' }).click()
  await expect(billing.getByText(/^€115\.\d\d, covers your plan until/)).toBeVisible()
})

test('a visitor’s checkout is in its place before the interface comes, and nothing moves when it does', async ({ browser, server }) => {
  const owner = await ownerRequest(browser)
  const { id } = (await (await owner.get('/internal_api/paywalls?status=active&name=Glaze')).json()).records[0] as { id: number }
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const page = await (await browser.newContext({ baseURL: server.address, locale: 'en-US', viewport })).newPage()
    await page.addInitScript(() => {
      const seen = { shift: 0 }
      Object.assign(globalThis, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`/checkout/${id}`)
    await expect(page.locator('[data-screen="paywalls/Checkout"]').getByLabel('Email')).toBeVisible()
    await expect(page.locator('[data-screen="paywalls/Checkout"] [data-due]')).toBeVisible()
    // what replaces all of the page at once is no shift to the browser: the same stands at the same height
    const plain = await (await browser.newContext({ baseURL: server.address, locale: 'en-US', viewport, javaScriptEnabled: false })).newPage()
    await plain.goto(`/checkout/${id}`)
    for (const words of ['Email', /^Then €14/, /^Sold by/]) {
      const [before, after] = await Promise.all(
        [plain, page].map((one) =>
          one
            .getByText(words)
            .first()
            .evaluate((found) => found.getBoundingClientRect().top + scrollY),
        ),
      )
      expect(Math.abs(after! - before!), `${words} at ${viewport.width}`).toBeLessThan(8)
    }
    await plain.context().close()
    expect(await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift), String(viewport.width)).toBeLessThan(0.02)
    await page.context().close()
  }
})

test('a ban names the subscription that it pauses, and is read by whoever it meets; lifted, all goes on', async ({ browser }) => {
  const admin = await (await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })).newPage()
  await signIn(admin)
  const idOf = async (name: string) => (await (await admin.request.get(`/internal_api/paywalls?status=active&name=${name}`)).json()).records[0].id as number
  const page = await newcomer(browser, 'Runa Banned')
  await page.setViewportSize({ width: 390, height: 844 })
  const checkout = page.locator('[data-screen="paywalls/Checkout"]')
  await page.goto(`/checkout/${await idOf('Glaze')}`)
  await checkout.getByRole('radio', { name: /Monthly/ }).check()
  await checkout.getByLabel('Country').selectOption('DE')
  await checkout.getByRole('button', { name: 'Start free trial' }).click()
  await page
    .locator('[data-screen="payments/TestPay"]')
    .getByRole('button', { name: /^(Pay|Start|Save)/ })
    .click()
  await expect(checkout.getByRole('heading', { name: 'Welcome to Glaze chemistry' })).toBeVisible()

  const { records } = await (await admin.request.get('/internal_api/audience?query=Runa')).json()
  const { sqid } = (records as { sqid: string; name: string }[]).find(({ name }) => name === 'Runa Banned')!
  await admin.goto(`/admin/audience/${sqid}/info`)
  await admin.getByRole('button', { name: /^Ban/ }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.locator('[data-subscriptions="banned"]')).toContainText('Glaze chemistry, free trial until')
  await dialog.getByLabel('Reason').fill('Rude to guests.')
  await dialog.getByRole('button', { name: 'Ban Runa Banned' }).click()
  await expect(admin.getByText('Runa Banned was banned')).toBeVisible()

  await page.goto(`/checkout/${await idOf('Throwing')}`)
  await expect(page.locator('[data-banned]')).toContainText('Reason: Rude to guests.')
  await checkout.getByLabel('Country').selectOption('DE')
  await checkout.getByRole('button', { name: /^Pay / }).click()
  await expect(checkout.getByText('You can’t join this community.')).toBeInViewport()
  await page.goto('/')
  await expect(page.locator('[data-banned]')).toBeVisible()
  await expect(page.locator('[data-screen="home/Home"]')).toBeVisible()
  await expect(page.locator('header').getByRole('button', { name: 'Join' })).toHaveCount(0)

  await admin.goto('/settings/bans')
  await admin.getByRole('link', { name: 'Runa Banned' }).click()
  const profile = admin.locator('[data-screen="members/Profile"]')
  await expect(profile.getByText(/^Banned until/)).toBeVisible()
  await expect(profile.getByRole('button', { name: 'Lift ban' })).toBeVisible()
  await expect(profile.getByRole('button', { name: /^(Message|Connect)/ })).toHaveCount(0)
  await admin.goBack()
  await admin.getByRole('listitem').filter({ hasText: 'Runa Banned' }).getByRole('button', { name: 'Lift ban' }).click()
  const question = admin.getByRole('alertdialog')
  await expect(question.locator('[data-subscriptions="back"]')).toContainText('Glaze chemistry')
  await question.getByRole('button', { name: 'Lift ban' }).click()
  await expect(admin.getByText('Runa Banned is a member again')).toBeVisible()
  const billing = page.locator('[data-screen="paywalls/Billing"]')
  await page.goto('/account/billing')
  await expect(billing.getByText('€14.00 on')).toBeVisible()
  await expect(page.locator('[data-banned]')).toHaveCount(0)
})
