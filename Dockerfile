# The server with the browser client in it. `docker build -t paltable .`, then
# `docker run -p 8000:8000 -v paltable:/var/lib/paltable paltable`. With PALTABLE_REDIS_URL it is one of many workers:
# deploy/compose.yaml shows how.

FROM python:3.12-slim AS build
WORKDIR /src
COPY requirements requirements
RUN python -m venv /tools && /tools/bin/pip install --no-cache-dir --require-hashes -r requirements/play.txt
RUN python -m venv --without-pip /paltable && /tools/bin/pip --python /paltable/bin/python install --no-cache-dir --require-hashes -r requirements/runtime.txt
ENV PATH="/tools/bin:$PATH"
COPY clients/web/package.json clients/web/package-lock.json clients/web/.npmrc clients/web/
RUN cd clients/web && npm ci --no-audit --no-fund
COPY . .
RUN cd clients/web && npm run build
RUN hatchling build --target wheel && pip --python /paltable/bin/python install --no-cache-dir --no-deps --no-index dist/*.whl

FROM python:3.12-slim
RUN useradd --system --create-home --home-dir /var/lib/paltable --uid 10001 paltable
COPY --from=build /paltable /paltable
USER paltable
WORKDIR /var/lib/paltable
ENV PATH="/paltable/bin:$PATH" PYTHONUNBUFFERED=1 PALTABLE_STATE_DIR=/var/lib/paltable
ENV PALTABLE_HOST=0.0.0.0 PALTABLE_PORT=8000
VOLUME /var/lib/paltable
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"PALTABLE_PORT\"]}/healthz', timeout=2)"]
# SIGTERM, which `docker stop` sends, hands the tables over; give it 30 seconds (`--stop-timeout 30`).
CMD ["paltable", "serve"]
