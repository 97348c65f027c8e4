# The server with the browser client in it. `docker build -t paltable .`, then
# `docker run -p 8000:8000 -v paltable:/var/lib/paltable paltable`.

FROM python:3.12-slim AS build
WORKDIR /src
COPY requirements requirements
RUN python -m venv /tools && /tools/bin/pip install --no-cache-dir --require-hashes -r requirements/play.txt
RUN python -m venv /paltable && /paltable/bin/pip install --no-cache-dir --require-hashes -r requirements/runtime.txt
ENV PATH="/tools/bin:$PATH"
COPY clients/web/package.json clients/web/package-lock.json clients/web/.npmrc clients/web/
RUN cd clients/web && npm ci
COPY . .
RUN cd clients/web && npm run build
RUN hatchling build --target wheel && /paltable/bin/pip install --no-cache-dir --no-deps --no-index dist/*.whl

FROM python:3.12-slim
RUN useradd --system --create-home --home-dir /var/lib/paltable --uid 10001 paltable
COPY --from=build /paltable /paltable
USER paltable
WORKDIR /var/lib/paltable
ENV PATH="/paltable/bin:$PATH" PYTHONUNBUFFERED=1 PALTABLE_STATE_DIR=/var/lib/paltable
VOLUME /var/lib/paltable
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
# SIGTERM, which `docker stop` sends, drains the server.
CMD ["paltable", "serve", "--host", "0.0.0.0", "--port", "8000"]
