# Innkeeper to try in a container, with the simulated engine. docs/guide/container.md says how to run it.
#
# The base is Debian 13. A release keeps this digest; npm run test:container passes a base of its own.
ARG BASE=debian:trixie-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f

# Debian's npm only fetches the packages. The Node.js that builds and runs Innkeeper is one of them.
FROM ${BASE} AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates npm \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# Commit of the sources, which have no git here: --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
RUN npm install --ignore-scripts --no-save --no-audit --no-fund --no-progress --loglevel=error \
 && INNKEEPER_COMMIT=$COMMIT node_modules/node-linux-*/bin/node dev/build.ts \
 && node_modules/node-linux-*/bin/node dev/container/collect.ts /trial

FROM ${BASE}
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates tini \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 innkeeper \
 && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin innkeeper \
 && install -d -o 10001 -g 10001 -m 700 /data
COPY --from=build /trial /innkeeper
RUN ln -s /innkeeper/node_modules/node-linux-*/bin/node /usr/local/bin/node
# Commands of `docker exec` find the home without an option.
ENV INNKEEPER_HOME=/data
WORKDIR /innkeeper
USER 10001:10001
EXPOSE 7080
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7080/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "build/innkeeper.mjs"]
CMD ["up", "--engine", "simulated", "--home", "/data", "--trial"]
