/**
 * What the page tests look for is found where it is: the page to sign in, which has no fault (sign-in.test.ts), is spoiled
 * in each way in turn.
 */
import { expect, test } from 'vitest'
import { describePages, faultsOf } from '../support/pages.ts'

describePages('the faults of a page', pages => {
  test('what axe finds, what is too wide, what breaks the policy, what asks elsewhere', async () => {
    const page = await pages.open('/console/sign-in')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await page.evaluate(`
      document.querySelector('main').append(document.createElement('img'))
      const wide = document.createElement('p')
      wide.style.width = '500px'
      wide.textContent = 'Wide'
      document.querySelector('main').append(wide)
      // Of the usual colour on another ground, and of another colour on the usual ground.
      for (const [name, value] of [['background', 'grey'], ['color', 'grey']]) {
        const pale = wide.cloneNode(true)
        pale.style = ''
        pale.style[name] = value
        document.querySelector('main').append(pale)
      }`)
    const found = await faultsOf(page, { refused: [401] })
    const spoiled = ['<p style="background', '<p style="color', 'image-alt'].map(part => expect.stringContaining(part))
    expect(found.light).toEqual(spoiled)
    expect(found.dark).toEqual(spoiled)
    expect(found.tooWide).toEqual([expect.stringContaining('500px')])
    expect(found.said).toEqual([])

    await page.evaluate(`
      document.body.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }))`)
    await page.evaluate(`try { document.body.innerHTML = 'x' } catch {}`)
    await page.evaluate(`fetch('https://elsewhere.example/').catch(() => {})`)
    const { said } = await faultsOf(page, { refused: [401] })
    expect(said).toEqual(
      expect.arrayContaining(['style-src', 'TrustedHTML', 'connect-src'].map(part => expect.stringContaining(part))),
    )
  })
})
