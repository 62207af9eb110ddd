# Untested: nobody has run this recipe yet. It builds with POSIX alone (docs/architecture.md).
class Grundy < Formula
  desc "Solve two-player games, including ones that can go on forever"
  homepage "@HOME@"
  url "@URL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "pkgconf" => :build
  depends_on "xxhash" => :build
  depends_on "expat"
  depends_on "graphviz"
  depends_on "jansson"
  depends_on "libedit"
  depends_on "libmicrohttpd"
  depends_on "lua@5.4"
  depends_on "zlib"

  def install
    system "cmake", "-S", ".", "-B", "build", "-DGRUNDY_SHARED_COMMAND=ON", "-DGRUNDY_GPU=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"two.edges").write "a b\nb c\n"
    assert_match(/^c +P/, shell_output("#{bin}/grundy solve two.edges --columns outcome"))
  end
end
