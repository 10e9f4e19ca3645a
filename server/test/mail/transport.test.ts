/** Mail from the table to a real SMTP server, or to files: what arrives, what is tried again, what is given up. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { findTenant, listUsers } from '../../src/domains/accounts/store.ts'
import { deleteOldMails, type WantedMail, writeMails } from '../../src/domains/mails/actions.ts'
import { sendMailsOnce } from '../../src/domains/mails/send-mails.ts'
import { sendMails } from '../../src/domains/mails/workers.ts'
import { startJobs } from '../../src/kernel/jobs.ts'
import { newId } from '../../src/lib/ids.ts'
import { toInstant } from '../../src/lib/instants.ts'
import { MailRefused, type MailTransport, mailTransport } from '../../src/mail/transport.ts'
import { freePort } from '../support/databases.ts'
import { jobDeps } from '../support/jobs.ts'
import { testBaseUrl, useService } from '../support/service.ts'

const service = useService({ alone: true })
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** What a test opened, closed after it in the opposite order. */
const toClose: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close()
})

interface Received {
  from: string
  to: string[]
  raw: string
}

/** A mail server that takes what comes. */
async function mailServer(options: SMTPServerOptions & { port?: number; takesMs?: number } = {}) {
  const { port = await freePort(), takesMs = 0, ...rest } = options
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Connections that idle in a pool are not waited for.
    closeTimeout: 50,
    onData: async (stream, { envelope }, done) => {
      const raw = Buffer.concat(await stream.toArray()).toString('utf8')
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw })
      setTimeout(done, takesMs)
    },
    ...rest,
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  toClose.push(() => new Promise<void>(resolve => server.close(resolve)))
  return { received, url: `smtp://127.0.0.1:${port}` }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cellarbook-mail-'))
  toClose.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function transportTo(smtpUrl: string | undefined, folder = '/nowhere', baseUrl = testBaseUrl): MailTransport {
  const transport = mailTransport({ smtpUrl, folder, baseUrl })
  toClose.push(() => transport.close())
  return transport
}

/** A mail as its reader sees it. */
function read(raw: string) {
  const lines = raw.replace(/\r\n/g, '\n')
  const end = lines.indexOf('\n\n')
  const fields = lines
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
  const headers = fields.map(
    field => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 2)] as const,
  )
  const header = (name: string) => headers.find(([known]) => known === name)?.[1] ?? ''
  const encoding = header('Content-Transfer-Encoding')
  const content = lines.slice(end + 2)
  const text = encoding === 'base64' ? base64(content) : encoding === 'quoted-printable' ? quoted(content) : content
  return { names: headers.map(([name]) => name), header, subject: words(header('Subject')), text }
}

const base64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8')

const quoted = (text: string): string => {
  const bytes = text.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

const words = (text: string): string =>
  text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, kind, word) =>
      kind.toUpperCase() === 'B' ? base64(word) : quoted(word.replace(/_/g, ' ')),
    )

const plainMail = () => ({ to: 'jana@kout.example', subject: 'Hello', text: 'Hello.\n', messageId: newId() })

describe('to an SMTP server', () => {
  test('one mail arrives: envelope, headers, and Czech in subject and body', async () => {
    const { received, url } = await mailServer()
    const subject = 'Klíč „Příliš žluťoučký e-shop“ přestane fungovat dne 15. prosince 2026, tedy už za několik dní'
    const text = 'Žluťoučký kůň…\n.\nFrom řádek, = a tečka na začátku řádku.\n'
    const messageId = newId()
    await transportTo(url).send({ to: 'jana@kout.example', subject, text, messageId })
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ from: 'no-reply@api.cellarbook.test', to: ['jana@kout.example'] })
    const mail = read(received[0]!.raw)
    expect(mail.subject).toBe(subject)
    expect(mail.text.trimEnd()).toBe(text.trimEnd())
    expect(mail.header('From')).toBe('Cellarbook <no-reply@api.cellarbook.test>')
    expect(mail.header('To')).toBe('jana@kout.example')
    expect(mail.header('Message-ID')).toBe(`<${messageId}@api.cellarbook.test>`)
    expect(mail.header('Auto-Submitted')).toBe('auto-generated')
    expect(Math.abs(Date.parse(mail.header('Date')) - Date.now())).toBeLessThan(minuteMs)
    expect(mail.header('Content-Type')).toBe('text/plain; charset=utf-8')
  })

  test('the name and password of SMTP_URL open the server, a wrong one does not', async () => {
    const { received, url } = await mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'post@kout' && password === 'p@ss:word' ? done(null, { user: username }) : done(new Error('no')),
    })
    const withUser = (user: string) => url.replace('//', `//${user}@`)
    await transportTo(withUser('post%40kout:p%40ss%3Aword')).send(plainMail())
    await expect(transportTo(withUser('post%40kout:other')).send(plainMail())).rejects.toThrow(/Invalid login/)
    expect(received).toHaveLength(1)
  })

  test('no text of a mail becomes a header or a second recipient', async () => {
    const { received, url } = await mailServer()
    const transport = transportTo(url)
    const forged = [
      'jana@kout.example\r\nBcc: eve@evil.example',
      'jana@kout.example\nRCPT TO:<eve@evil.example>',
      'jana@kout.example, eve@evil.example',
      'Jana <eve@evil.example>',
      'jana@kout.example\u0000',
      'jana',
      '',
    ]
    for (const to of forged) await expect(transport.send({ ...plainMail(), to }), to).rejects.toThrow(MailRefused)
    await expect(transport.send({ ...plainMail(), messageId: 'a>\r\nBcc: eve@evil.example' })).rejects.toThrow()
    expect(received).toEqual([])
    await transport.send({ ...plainMail(), subject: 'One\r\nBcc: eve@evil.example\r\n\r\nTwo\u2028Three' })
    const mail = read(received[0]!.raw)
    expect(mail.subject).toBe('One Bcc: eve@evil.example Two Three')
    expect(mail.names).not.toContain('Bcc')
    expect(mail.text.trim()).toBe('Hello.')
    expect(received[0]!.to).toEqual(['jana@kout.example'])
  })

  test('a server that turns us away fails the mail and nothing else', async () => {
    let isBusy = true
    const { received, url } = await mailServer({
      onConnect: (_session, done) => done(isBusy ? new Error('too busy') : null),
    })
    const transport = transportTo(url)
    await expect(transport.send(plainMail())).rejects.toThrow(/too busy/)
    isBusy = false
    await transport.send(plainMail())
    await transport.send(plainMail())
    expect(received).toHaveLength(2)
  })
})

describe('without an SMTP server', () => {
  test('each mail is a whole file that only we may read', async () => {
    const folder = path.join(await newFolder(), 'data', 'mail')
    const transport = transportTo(undefined, folder)
    const mails = [plainMail(), { ...plainMail(), subject: 'Žluťoučký', text: 'Kůň.\n' }]
    for (const mail of mails) await transport.send(mail)
    const names = await readdir(folder)
    expect(names).toHaveLength(2)
    for (const { messageId } of mails) {
      expect(names).toContainEqual(
        expect.stringMatching(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d{3}Z-${messageId}\\.eml$`)),
      )
    }
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of names) expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
    const second = names.find(name => name.includes(mails[1]!.messageId))!
    const mail = read(await readFile(path.join(folder, second), 'utf8'))
    expect(mail).toMatchObject({ subject: 'Žluťoučký', text: 'Kůň.\n' })
    expect(mail.header('To')).toBe('jana@kout.example')
    expect(mail.header('From')).toBe('Cellarbook <no-reply@api.cellarbook.test>')
  })

  test('an address of numbers sends from localhost; another sender can be set', async () => {
    const folder = await newFolder()
    await transportTo(undefined, folder, 'http://127.0.0.1:8080').send(plainMail())
    await transportTo(undefined, folder, 'http://[::1]:8080').send(plainMail())
    await mailTransport({ smtpUrl: undefined, folder, baseUrl: testBaseUrl, from: 'Kout <sklep@kout.example>' }).send(
      plainMail(),
    )
    const files = await Promise.all((await readdir(folder)).map(name => readFile(path.join(folder, name), 'utf8')))
    expect(files.map(file => read(file).header('From')).sort()).toEqual([
      'Cellarbook <no-reply@localhost>',
      'Cellarbook <no-reply@localhost>',
      'Kout <sklep@kout.example>',
    ])
  })
})

describe('from the table', () => {
  const lines: { level: number; msg: string; reason?: string; count?: number }[] = []
  const log = pino({ level: 'info' }, { write: line => void lines.push(JSON.parse(line)) })
  const sendOnce = (transport: MailTransport) =>
    sendMailsOnce({ database: service.database, transport, clock: service.clock, log })

  /** Mails of a tenant of its own, one to each address; the table holds no others. */
  async function wanted(...recipients: string[]): Promise<WantedMail[]> {
    await service.database.run(sql`delete from mails`)
    lines.length = 0
    const { slug } = await service.tenant()
    const { id } = (await findTenant(service.database, slug))!
    return recipients.map(recipient => ({
      tenantId: id,
      topic: 'key_expiry:1',
      recipient,
      words: {
        cs: { subject: 'Dobrý den', body: 'Dobrý den.\n' },
        en: { subject: 'Hello', body: 'Hello.\n' },
      },
    }))
  }

  const write = (mails: WantedMail[]) => writeMails(service.database, mails, toInstant(service.clock()))

  /** In the order of the addresses. */
  async function states(): Promise<string[]> {
    const rows = await service.database.many<{ attempts_made: number; state: string }>(sql`
      select attempts_made,
             case when next_attempt_at is not null then 'open' when sent_at is null then 'given up' else 'sent' end as state
        from mails
       order by recipient`)
    return rows.map(({ attempts_made, state }) => `${state} after ${attempts_made}`)
  }

  test('the same thing is told to the same person once; another topic is another mail', async () => {
    const { received, url } = await mailServer()
    const transport = transportTo(url)
    const mails = await wanted('jana@kout.example', 'petr@kout.example')
    await Promise.all([write(mails), write([...mails].reverse())])
    await sendOnce(transport)
    await write(mails)
    await sendOnce(transport)
    expect(received.flatMap(({ to }) => to).sort()).toEqual(['jana@kout.example', 'petr@kout.example'])
    await write([{ ...mails[0]!, topic: 'key_expiry:2' }])
    await sendOnce(transport)
    expect(received).toHaveLength(3)
    await write([])
  })

  test('each reader gets the language they chose, else that of the account', async () => {
    const { received, url } = await mailServer()
    const [mail] = await wanted('')
    const { id, email } = (await listUsers(service.database, mail!.tenantId))[0]!
    const send = async () => {
      await write([{ ...mail!, topic: newId(), recipient: email.toUpperCase() }])
      await sendOnce(transportTo(url))
      return read(received.at(-1)!.raw).subject
    }
    expect(await send()).toBe('Dobrý den')
    await service.database.run(sql`update users set preferences = '{"language": "en"}' where id = ${id}`)
    expect(await send()).toBe('Hello')
    await service.database.run(sql`update users set preferences = '{}' where id = ${id}`)
    await service.database.run(sql`update tenants set country_code = 'DE' where id = ${mail!.tenantId}`)
    expect(await send()).toBe('Hello')
  })

  test('a server that is down gets the mails after the gap, when it is up', async () => {
    const port = await freePort()
    const transport = transportTo(`smtp://127.0.0.1:${port}`)
    await write(await wanted('jana@kout.example', 'petr@kout.example'))
    await sendOnce(transport)
    expect(await states()).toEqual(['open after 1', 'open after 1'])
    expect(lines).toMatchObject([
      { msg: 'mails were not sent', count: 2, reason: expect.stringMatching('ECONNREFUSED') },
    ])
    const { received } = await mailServer({ port })
    service.clock.advance(minuteMs - 5_000)
    await sendOnce(transport)
    expect(received).toEqual([])
    service.clock.advance(5_000)
    await sendOnce(transport)
    expect(received).toHaveLength(2)
    expect(await states()).toEqual(['sent after 2', 'sent after 2'])
    service.clock.advance(dayMs)
    await sendOnce(transport)
    expect(received).toHaveLength(2)
  })

  test('a recipient refused with 550 holds nobody up, is tried seven times and given up', async () => {
    let asked = 0
    const { received, url } = await mailServer({
      onRcptTo: ({ address }, _session, done) => {
        if (!address.startsWith('unknown')) return done(null)
        asked += 1
        done(Object.assign(new Error('no such user'), { responseCode: 550 }))
      },
    })
    const transport = transportTo(url)
    await write(await wanted('unknown@kout.example', 'petr@kout.example'))
    await sendOnce(transport)
    expect(received.map(({ to }) => to)).toEqual([['petr@kout.example']])
    for (const [index, gapMs] of [1, 5, 30, 120, 480, 1_440].map(minutes => minutes * minuteMs).entries()) {
      service.clock.advance(gapMs - 10_000)
      await sendOnce(transport)
      expect(asked).toBe(index + 1)
      service.clock.advance(10_000)
      await sendOnce(transport)
      expect(asked).toBe(index + 2)
    }
    service.clock.advance(30 * dayMs)
    await sendOnce(transport)
    expect(asked).toBe(7)
    expect(await states()).toEqual(['sent after 1', 'given up after 7'])
    expect(lines.filter(({ msg }) => msg === 'a mail was given up')).toHaveLength(1)
    expect(lines.filter(({ reason }) => reason?.includes('550'))).toHaveLength(7)
    expect(received).toHaveLength(1)
  })

  test('what is not an address is given up at once', async () => {
    const { received, url } = await mailServer()
    await write(await wanted('jana@kout.example\r\nBcc: eve@evil.example', 'petr@kout.example'))
    await sendOnce(transportTo(url))
    expect(received.map(({ to }) => to)).toEqual([['petr@kout.example']])
    expect(await states()).toEqual(['given up after 1', 'sent after 1'])
  })

  test('three senders at once send each of 90 mails once', async () => {
    const { received, url } = await mailServer({ takesMs: 2 })
    const recipients = Array.from({ length: 90 }, (_, index) => `person-${index}@kout.example`)
    await write(await wanted(...recipients))
    const counts = [0, 0, 0]
    const counting = (index: number): MailTransport => {
      const transport = transportTo(url)
      const send: MailTransport['send'] = mail => {
        counts[index]! += 1
        return transport.send(mail)
      }
      return { ...transport, send }
    }
    await Promise.all(counts.map((_, index) => sendOnce(counting(index))))
    expect(received.flatMap(({ to }) => to).sort()).toEqual(recipients.sort())
    expect(Math.min(...counts)).toBeGreaterThan(0)
  })

  test('a sender that dies leaves its mail to the next one, after the lease', async () => {
    const { received, url } = await mailServer()
    await write(await wanted('jana@kout.example'))
    await new Promise<void>(begun => {
      void sendOnce({ send: () => new Promise(() => begun()), close: async () => {} })
    })
    await sendOnce(transportTo(url))
    expect(received).toEqual([])
    service.clock.advance(minuteMs)
    await sendOnce(transportTo(url))
    expect(received).toHaveLength(1)
  })

  test('a slow sender begins no mail that its lease may not outlast, and undoes nothing of another', async () => {
    const { received, url } = await mailServer()
    const transport = transportTo(url)
    await write(await wanted('jana@kout.example', 'petr@kout.example'))
    let begun = 0
    const slow: MailTransport = {
      async send() {
        begun += 1
        service.clock.advance(minuteMs + 1)
        await sendOnce(transport)
        throw new Error('cut off')
      },
      close: async () => {},
    }
    await sendOnce(slow)
    expect(begun).toBe(1)
    expect(received.flatMap(({ to }) => to).sort()).toEqual(['jana@kout.example', 'petr@kout.example'])
    expect(await states()).toEqual(['sent after 1', 'sent after 1'])
  })

  test('settled mails are kept for 30 days, open ones longer', async () => {
    const { url } = await mailServer()
    const mails = await wanted('jana@kout.example', 'not an address')
    await write(mails)
    await sendOnce(transportTo(url))
    service.clock.advance(30 * dayMs - minuteMs)
    await write([{ ...mails[0]!, recipient: 'petr@kout.example' }])
    expect(await deleteOldMails(service.database, service.clock(), 30)).toBe(0)
    service.clock.advance(2 * minuteMs)
    expect(await deleteOldMails(service.database, service.clock(), 30)).toBe(2)
    service.clock.advance(31 * dayMs)
    expect(await deleteOldMails(service.database, service.clock(), 30)).toBe(0)
    expect(await states()).toEqual(['open after 0'])
  })

  test('another time is what the operator says; what would be told again is remembered for 30 days', async () => {
    const [mail] = await wanted('jana@kout.example')
    await write([mail!, { ...mail!, topic: 'step:1' }])
    await sendOnce(transportTo((await mailServer()).url))
    service.clock.advance(3 * dayMs)
    expect(await deleteOldMails(service.database, service.clock(), 4)).toBe(0)
    expect(await deleteOldMails(service.database, service.clock(), 2)).toBe(1)
    service.clock.advance(28 * dayMs)
    expect(await deleteOldMails(service.database, service.clock(), 2)).toBe(1)
  })

  test('a stop finishes the mail under way and begins no other', async () => {
    const { received, url } = await mailServer({ takesMs: 300 })
    await write(await wanted('jana@kout.example', 'petr@kout.example'))
    const sending = startJobs([sendMails], { ...jobDeps(service), mail: transportTo(url), log })
    await expect.poll(() => received.length, { timeout: 8_000, interval: 10 }).toBe(1)
    await sending.stop()
    expect((await states()).sort()).toEqual(['open after 0', 'sent after 1'])
    expect(received).toHaveLength(1)
  })
})
