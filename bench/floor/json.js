/** How the floor answers. */

export const json = (reply, status, text) => reply.code(status).type('application/json; charset=utf-8').send(text)
